/** Old and new values of an entry, in the words of the form that changes them. */
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { SINGLE_SIGN_ON_WORDS } from '@/server/domain/single-sign-on/rules';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { count } from '../../format/numbers';
import {
  ACCENT_WORDS,
  PAPER_WORDS,
  SECOND_FACTOR_WORDS,
  settingWords,
  TITLE_WORDS,
} from '../settings/settings-words';

type Change = AuditEntry['changes'][number];
type Value = Change['is'];

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  second_factor: SECOND_FACTOR_WORDS,
  paper_size: PAPER_WORDS,
  accent_color: ACCENT_WORDS,
  hide_names: { true: TITLE_WORDS.hidden, false: TITLE_WORDS.named },
  single_sign_on: SINGLE_SIGN_ON_WORDS,
  role: ROLE_WORDS,
};

/** Not of "A4" and "US Letter". */
const lowerFirst = (words: string): string =>
  words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function valueWords(field: string, value: Value): string {
  const unit = settingWords(field)?.unit;
  if (unit) return typeof value === 'number' ? count(value, unit) : 'no limit';
  const words = WORDS[field]?.[String(value)];
  return words === undefined ? String(value ?? 'none') : lowerFirst(words);
}

function fieldLabel(field: string): string {
  const setting = settingWords(field);
  if (setting) return setting.label;
  const words = field === 'single_sign_on' ? 'single sign-on' : field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Second factor: optional → required for all users". */
export const changeText = ({ field, was, is }: Change): string =>
  `${fieldLabel(field)}: ${valueWords(field, was)} → ${valueWords(field, is)}`;
