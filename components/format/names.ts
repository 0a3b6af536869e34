/** Names of people (NHS CUI NID-0001…0013): family name in capitals, comma, given names, title in brackets. */
import { SEX_WORDS } from '@/server/domain/patients/rules';
import { knownValue } from './words';

export interface NameView {
  family: string;
  given: readonly string[];
  prefix?: string | null;
  suffix?: string | null;
}

export function formatName(name: NameView): string {
  const given = name.given.join(' ');
  const suffix = name.suffix ? ` ${name.suffix}` : '';
  const title = name.prefix ? ` (${name.prefix})` : '';
  return `${name.family.toLocaleUpperCase('en')}${given ? `, ${given}` : ''}${suffix}${title}`;
}

/** `FAMILY, Given`: tab titles, confirmations, same-name comparison. */
export function formatShortName(name: NameView): string {
  const given = name.given.join(' ');
  return `${name.family.toLocaleUpperCase('en')}${given ? `, ${given}` : ''}`;
}

export const sexWord = (sex: string | null | undefined): string =>
  SEX_WORDS[knownValue(SEX_WORDS, sex) ?? 'unknown'];

/** "Female" is read without a label, "Not known" is not. */
export const needsNoLabel = (sex: string | null | undefined): boolean => sex === 'female' || sex === 'male';

/** True for rows whose first given name and family name occur more than once in the same list. */
export function sameNameMarks(names: readonly NameView[]): boolean[] {
  const key = (name: NameView): string =>
    `${name.family}|${name.given[0] ?? ''}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const counts = new Map<string, number>();
  for (const name of names) counts.set(key(name), (counts.get(key(name)) ?? 0) + 1);
  return names.map((name) => (counts.get(key(name)) ?? 0) > 1);
}
