/** The fields of the settings of an organization. */
import type { ExpiredData, Period } from '@/server/domain/organizations/contract';
import {
  AUDIT_YEARS,
  CRITICAL_ALARM_MINUTES,
  CRITICAL_MINUTES,
  DELIVERY_DAYS,
  EVENT_DAYS,
  MESSAGE_MONTHS,
  RETENTION_YEARS,
  SECURITY_EVENT_MONTHS,
} from '@/server/domain/organizations/rules';
import { defineFields } from '../../client/form-fields';
import { settingLabel } from './settings-words';

const number = { inputMode: 'numeric', required: true, className: 'setting-row' } as const;

export const settingsFields = defineFields({
  critical: {
    pointer: '/critical_minutes',
    label: settingLabel('critical_minutes'),
    hint: `Then unsigned critical results go to all clinicians. ${CRITICAL_MINUTES.least} to ${CRITICAL_MINUTES.most}. Applies to new results.`,
    inputMode: 'numeric',
    required: true,
    className: 'setting-row',
  },
  'critical-alarm': {
    pointer: '/critical_alarm_minutes',
    label: settingLabel('critical_alarm_minutes'),
    hint: `For unsigned critical results. ${CRITICAL_ALARM_MINUTES.least} to ${CRITICAL_ALARM_MINUTES.most}, at least the time until escalation.`,
    inputMode: 'numeric',
    required: true,
    className: 'setting-row',
  },
  'time-zone': {
    pointer: '/time_zone',
    label: settingLabel('time_zone'),
    hint: 'For all times in the portal, in filters and on printouts. Stored times do not change.',
    required: true,
    className: 'setting-row',
  },
  paper: {
    pointer: '/paper_size',
    label: settingLabel('paper_size'),
    hint: 'For everything printed from the portal.',
    required: true,
    className: 'setting-row',
  },
  accent: {
    pointer: '/accent_color',
    label: settingLabel('accent_color'),
    hint: 'For links, buttons and the current page. Result colors do not change.',
    required: true,
    className: 'setting-row',
  },
  titles: {
    pointer: '/hide_names',
    label: settingLabel('hide_names'),
    hint: 'Shown in tabs, the window list and the browser history.',
  },

  charts: {
    ...number,
    pointer: '/chart_retention_years',
    label: settingLabel('chart_retention_years'),
    hint: `${RETENTION_YEARS.least} to ${RETENTION_YEARS.most}, after the last activity. Charts are not erased automatically. Earlier erasure requires an order of a court or authority, or a patient request.`,
  },
  received: {
    ...number,
    pointer: '/inbound_message_months',
    label: settingLabel('inbound_message_months'),
    hint: `${MESSAGE_MONTHS.least} to ${MESSAGE_MONTHS.most}. Messages that need a decision are kept. Results and documents in charts stay.`,
  },
  sent: {
    ...number,
    pointer: '/outbound_message_months',
    label: settingLabel('outbound_message_months'),
    hint: `${MESSAGE_MONTHS.least} to ${MESSAGE_MONTHS.most}. Messages of unanswered orders are kept.`,
  },
  events: {
    ...number,
    pointer: '/event_days',
    label: settingLabel('event_days'),
    hint: `${EVENT_DAYS.least} to ${EVENT_DAYS.most.toLocaleString('en')}. Connected systems must catch up within this time.`,
  },
  deliveries: {
    ...number,
    pointer: '/delivery_days',
    label: settingLabel('delivery_days'),
    hint: `${DELIVERY_DAYS.least} to ${DELIVERY_DAYS.most.toLocaleString('en')}, not longer than events.`,
  },
  security: {
    ...number,
    pointer: '/security_event_months',
    label: settingLabel('security_event_months'),
    hint: `${SECURITY_EVENT_MONTHS.least} to ${SECURITY_EVENT_MONTHS.most}.`,
  },
  audit: {
    ...number,
    pointer: '/audit_retention_years',
    label: settingLabel('audit_retention_years'),
    hint: `${AUDIT_YEARS.least} to ${AUDIT_YEARS.most}. Check your local law first.`,
  },
});

export type SettingsControls = ReturnType<typeof settingsFields.controls>;

/** Each period with what it removes. */
export const REMOVED = {
  inbound_message_months: ['inbound_messages', 'Received messages'],
  outbound_message_months: ['outbound_messages', 'Sent messages'],
  event_days: ['events', 'Events'],
  delivery_days: ['deliveries', 'Webhook deliveries'],
  security_event_months: ['security_events', 'Security events'],
  audit_retention_years: ['audit_rows', 'Audit log entries, once archived'],
} as const satisfies Record<Period, readonly [keyof ExpiredData, string]>;
export const PERIODS = Object.keys(REMOVED) as Period[];
