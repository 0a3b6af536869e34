/** Old and new values of an entry, and those of new objects, in the words of the form that changes them. */
import { DEFAULT_RATE_LIMIT } from '@/server/domain/api-keys/rules';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { RESTRICTION_WORDS } from '@/server/domain/restricted-charts/rules';
import { SINGLE_SIGN_ON_WORDS } from '@/server/domain/single-sign-on/rules';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { FIELD_LABELS, lowerFirst } from '@/server/domain/audit-log/rules';
import type { Format } from '../../format/format';
import { count } from '../../format/numbers';
import { KIND_WORDS as APP_KIND_WORDS } from '../apps/app-words';
import {
  ACCESSION_WORDS,
  DOWN_WORDS,
  KIND_WORDS,
  MERGE_WORDS,
  PROCESSING_WORDS,
  TRANSPORT_WORDS,
  UPDATE_WORDS,
} from '../laboratories/connection-words';
import {
  ACCENT_WORDS,
  PAPER_WORDS,
  SECOND_FACTOR_WORDS,
  settingWords,
  TITLE_WORDS,
} from '../settings/settings-words';

type Change = AuditEntry['changes'][number];
type Fact = AuditEntry['facts'][number];
type Value = Change['is'];

/** Of choices whose words have a detail. */
const labelsOf = (words: Readonly<Record<string, { label: string }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([value, { label }]) => [value, label]));

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  second_factor: SECOND_FACTOR_WORDS,
  paper_size: PAPER_WORDS,
  accent_color: ACCENT_WORDS,
  hide_names: { true: TITLE_WORDS.hidden, false: TITLE_WORDS.named },
  single_sign_on: SINGLE_SIGN_ON_WORDS,
  role: ROLE_WORDS,
  restriction: RESTRICTION_WORDS,
  on_database_down: DOWN_WORDS,
  accession_field: ACCESSION_WORDS,
  kind: labelsOf({ ...KIND_WORDS, ...APP_KIND_WORDS }),
  transport: labelsOf(TRANSPORT_WORDS),
  events: { '*': 'All' },
  merge: labelsOf(MERGE_WORDS),
  update_mode: labelsOf(UPDATE_WORDS),
  processing_policy: labelsOf(PROCESSING_WORDS),
};

/** Of actions whose fields have the names of other settings. */
const OWN_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  update_lab_connection: {
    idle_minutes: 'Idle time before closing (minutes)',
    time_zone: 'Time zone of the sender',
  },
};

const YES_NO: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

function valueWords(field: string, value: Value): string {
  const unit = settingWords(field)?.unit;
  if (field === 'rate_limit' && value === null) return `default (${DEFAULT_RATE_LIMIT})`;
  if (unit) return typeof value === 'number' ? count(value, unit) : 'no limit';
  const words =
    WORDS[field]?.[String(value)] ?? (typeof value === 'boolean' ? YES_NO[String(value)] : undefined);
  return words === undefined ? String(value ?? 'none') : lowerFirst(words);
}

function fieldLabel(field: string): string {
  const setting = settingWords(field);
  if (setting) return setting.label;
  if (Object.hasOwn(FIELD_LABELS, field)) return FIELD_LABELS[field]!;
  const words = field.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "second factor". */
export const changedField = ({ field }: Pick<Change, 'field'>, action: string): string =>
  lowerFirst(OWN_LABELS[action]?.[field] ?? fieldLabel(field));

/** "Second factor: optional → required for all users". */
export function changeText({ field, was, is }: Change, action: string): string {
  const own = OWN_LABELS[action]?.[field];
  const words = (value: Value) => (own ? String(value ?? 'none') : valueWords(field, value));
  return `${own ?? fieldLabel(field)}: ${words(was)} → ${words(is)}`;
}

/** "Permissions: patients:read, labs:read". */
export function factText({ field, value }: Fact, format: Format): string {
  const label = fieldLabel(field);
  if (field === 'expires_at')
    return `${label}: ${typeof value === 'string' ? format.instant(value) : 'never'}`;
  if (field === 'overlap_hours' && typeof value === 'number') return `${label}: ${count(value, 'hour')}`;
  return `${label}: ${valueWords(field, value)}`;
}
