import { z } from 'zod';
import { ref, timeZone } from '../../data-types/contract-parts';
import {
  CRITICAL_ALARM_MINUTES,
  CRITICAL_MINUTES,
  IDLE_MINUTES,
  KEY_DAYS,
  MAX_LOGO_BYTES,
  RETENTION_YEARS,
} from './rules';
import { ACCENT_COLORS, PAPER_SIZES, SECOND_FACTOR_RULES } from '../../data-types/organization-codes';

/** Organization settings, for administrators. Portal only. */

const settings = {
  second_factor: z.enum(SECOND_FACTOR_RULES),
  /** Minutes of inactivity after which a session ends; applies to new sessions. */
  idle_minutes: z.number().int().min(IDLE_MINUTES.least).max(IDLE_MINUTES.most),
  /** Maximum lifetime of an API key in days; null for no limit. */
  key_max_days: z.number().int().min(KEY_DAYS.least).max(KEY_DAYS.most).nullable(),
  /** Until an unsigned critical result is escalated to all users who sign; applies to new results. */
  critical_minutes: z.number().int().min(CRITICAL_MINUTES.least).max(CRITICAL_MINUTES.most),
  /** Until administrators are warned on every page; not earlier than the escalation. */
  critical_alarm_minutes: z.number().int().min(CRITICAL_ALARM_MINUTES.least).max(CRITICAL_ALARM_MINUTES.most),
  /** Years after the last activity in a chart before it may be erased without an order. */
  chart_retention_years: z.number().int().min(RETENTION_YEARS.least).max(RETENTION_YEARS.most),
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
export const updateSettingsInput = z.strictObject(settings).partial();

export const setLogoInput = z.strictObject({
  /** PNG or JPEG as base64. */
  content: z
    .base64()
    .min(1)
    .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4),
});

export type SetLogoInput = z.output<typeof setLogoInput>;
export type OrganizationSettings = z.output<typeof organizationSettings>;
export type UpdateSettingsInput = z.output<typeof updateSettingsInput>;
