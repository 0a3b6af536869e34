import { z } from 'zod';
import { ref, timeZone } from '../../data-types/contract-parts';
import {
  ALARM_TOO_EARLY,
  AUDIT_YEARS,
  CRITICAL_ALARM_MINUTES,
  CRITICAL_MINUTES,
  DELIVERIES_TOO_LONG,
  DELIVERY_DAYS,
  EVENT_DAYS,
  IDLE_MINUTES,
  KEY_DAYS,
  MAX_LOGO_BYTES,
  MESSAGE_MONTHS,
  RETENTION_YEARS,
  SECURITY_EVENT_MONTHS,
} from './rules';
import { ACCENT_COLORS, PAPER_SIZES, SECOND_FACTOR_RULES } from '../../data-types/organization-codes';

/** Organization settings, for administrators. Portal only. */

const between = ({ least, most }: { least: number; most: number }) => z.number().int().min(least).max(most);

/** After these periods, data is removed. */
const periods = {
  /** Content of messages from laboratories and hospitals. */
  inbound_message_months: between(MESSAGE_MONTHS),
  /** Content of messages to laboratories. */
  outbound_message_months: between(MESSAGE_MONTHS),
  event_days: between(EVENT_DAYS),
  /** Not longer than events. */
  delivery_days: between(DELIVERY_DAYS),
  security_event_months: between(SECURITY_EVENT_MONTHS),
  audit_retention_years: between(AUDIT_YEARS),
};

const settings = {
  second_factor: z.enum(SECOND_FACTOR_RULES),
  /** Minutes of inactivity after which a session ends; applies to new sessions. */
  idle_minutes: between(IDLE_MINUTES),
  /** Maximum lifetime of an API key in days; null for no limit. */
  key_max_days: between(KEY_DAYS).nullable(),
  /** Until an unsigned critical result is escalated to all users who sign; applies to new results. */
  critical_minutes: between(CRITICAL_MINUTES),
  /** Until administrators are warned on every page; not earlier than the escalation. */
  critical_alarm_minutes: between(CRITICAL_ALARM_MINUTES),
  /** Years after the last activity in a chart before it may be erased without an order. */
  chart_retention_years: between(RETENTION_YEARS),
  ...periods,
  hide_names: z.boolean(),
  /** Used to display clinical times, and for the days of filters and counts. */
  time_zone: timeZone,
  paper_size: z.enum(PAPER_SIZES),
  accent_color: z.enum(ACCENT_COLORS),
};

export const noInput = z.strictObject({});
export const organizationSettings = z.strictObject({
  id: ref('org'),
  object: z.literal('organization_settings'),
  ...settings,
  /** SHA-256 of the logo, part of its URL; null without one. */
  logo: z.string().nullable(),
});
/** Omitted settings keep their value: each page shows only some of them. */
export const updateSettingsInput = z
  .strictObject({
    ...z.strictObject(settings).partial().shape,
    /** What the user saw before the change: rejected if another user has changed it. */
    was: z.strictObject(settings).partial().optional(),
  })
  .superRefine(assertOrder, { when: () => true });

/** The form is checked as a whole before the user is asked to confirm. */
export const countExpiredDataInput = z
  .strictObject({ ...z.strictObject(settings).partial().shape, ...periods })
  .superRefine(assertOrder, { when: () => true });

/** Runs even after other errors, so that one response contains them all. The operation compares with stored values. */
function assertOrder(input: unknown, ctx: z.RefinementCtx): void {
  const given = (input ?? {}) as Record<string, unknown>;
  const isAbove = (one: string, other: string) =>
    typeof given[one] === 'number' && typeof given[other] === 'number' && given[one] > given[other];
  const issue = (field: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: [field], params: { code: 'out_of_range' }, message });
  if (isAbove('delivery_days', 'event_days')) issue('delivery_days', DELIVERIES_TOO_LONG);
  if (isAbove('critical_minutes', 'critical_alarm_minutes')) issue('critical_alarm_minutes', ALARM_TOO_EARLY);
}
/** At most `MOST_COUNTED` of each. */
export const expiredData = z.strictObject({
  inbound_messages: z.number().int(),
  outbound_messages: z.number().int(),
  events: z.number().int(),
  deliveries: z.number().int(),
  security_events: z.number().int(),
  audit_rows: z.number().int(),
});

const ruleEffect = z.strictObject({
  /** Users without a second factor. Those of single sign-on are not counted: their provider may ask for one. */
  without: z.number().int(),
  /** Users who are signed in without a second factor. */
  signed_out: z.number().int(),
});

/** Whom each rule would affect. */
export const secondFactorPreview = z.strictObject({
  admins: ruleEffect,
  everyone: ruleEffect,
  /** Whether the user has a second factor, which requiring one needs. */
  has_own: z.boolean(),
});

export const setLogoInput = z.strictObject({
  /** PNG or JPEG as base64. */
  content: z
    .base64()
    .min(1)
    .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4),
});

export type SetLogoInput = z.output<typeof setLogoInput>;
export type OrganizationSettings = z.output<typeof organizationSettings>;
export type Period = keyof typeof periods;
export type CountExpiredDataInput = z.output<typeof countExpiredDataInput>;
export type SecondFactorPreview = z.output<typeof secondFactorPreview>;
export type ExpiredData = z.output<typeof expiredData>;
export type UpdateSettingsInput = z.output<typeof updateSettingsInput>;
