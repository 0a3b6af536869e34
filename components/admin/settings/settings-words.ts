/** Labels and values of the settings of an organization, for their forms and for the audit log. */
import type { OrganizationSettings } from '@/server/domain/organizations/contract';
import type { AccentColor, PaperSize, SecondFactorRule } from '@/server/data-types/organization-codes';
import { storedWords } from '../../client/stored-words';
import type { FieldPlace } from '../../ui/error-summary';

export const SECOND_FACTOR_WORDS: Record<SecondFactorRule, string> = {
  optional: 'Optional',
  admins: 'Required for administrators',
  everyone: 'Required for all users',
};
export const PAPER_WORDS: Record<PaperSize, string> = {
  a4: 'A4 (210 × 297 mm)',
  letter: 'US Letter (8.5 × 11 in)',
};
export const ACCENT_WORDS: Record<AccentColor, string> = {
  teal: 'Teal',
  indigo: 'Indigo',
  green: 'Green',
  violet: 'Violet',
  slate: 'Slate',
};
export const TITLE_WORDS = { named: 'With patient name', hidden: 'Without patient name' };

type Setting = Exclude<keyof OrganizationSettings, 'id' | 'object' | 'logo'>;

interface Words {
  label: string;
  unit?: 'minute' | 'day' | 'month' | 'year';
}

export const SETTINGS = {
  second_factor: { label: 'Second factor' },
  idle_minutes: { label: 'Inactivity before sign-out', unit: 'minute' },
  key_max_days: { label: 'Maximum lifetime of API keys', unit: 'day' },
  critical_minutes: { label: 'Time until escalation', unit: 'minute' },
  critical_alarm_minutes: { label: 'Time until administrators are notified', unit: 'minute' },
  chart_retention_years: { label: 'Retention of charts', unit: 'year' },
  inbound_message_months: { label: 'Content of received messages', unit: 'month' },
  outbound_message_months: { label: 'Content of sent messages', unit: 'month' },
  event_days: { label: 'Events', unit: 'day' },
  delivery_days: { label: 'Webhook deliveries', unit: 'day' },
  security_event_months: { label: 'Security events', unit: 'month' },
  audit_retention_years: { label: 'Audit log', unit: 'year' },
  hide_names: { label: 'Browser tab titles' },
  time_zone: { label: 'Time zone' },
  paper_size: { label: 'Paper size' },
  accent_color: { label: 'Accent color' },
} as const satisfies Record<Setting, Words>;

const ANY: Readonly<Record<string, Words>> = SETTINGS;

/** Undefined for fields of other forms. */
export const settingWords = (name: string): Words | undefined =>
  Object.hasOwn(ANY, name) ? ANY[name] : undefined;

/** "Events (days)". */
export function settingLabel(name: Setting): string {
  const { label, unit }: Words = SETTINGS[name];
  return unit ? `${label} (${unit}s)` : label;
}

/** What another user has set meanwhile. */
export const storedSettings = (places: readonly FieldPlace[]) =>
  storedWords(places, {
    second_factor: (rule: SecondFactorRule) => SECOND_FACTOR_WORDS[rule],
    paper_size: (size: PaperSize) => PAPER_WORDS[size],
    accent_color: (color: AccentColor) => ACCENT_WORDS[color],
    hide_names: (hidden: boolean) => (hidden ? TITLE_WORDS.hidden : TITLE_WORDS.named),
  });
