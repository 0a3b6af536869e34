/** Initials as a second way to recognize a patient or user. Decorative: the name is always next to them. */
import type { NameView } from '../format/names';

const TINTS = 8;

/** The same color on every page. */
export function tintOf(id: string): number {
  let sum = 0;
  for (const sign of id) sum = (sum * 31 + sign.codePointAt(0)!) % 65_521;
  return sum % TINTS;
}

const firstLetter = (word: string | undefined): string =>
  [...(word ?? '')].find((sign) => /\p{L}|\p{N}/u.test(sign))?.toLocaleUpperCase('en') ?? '';

/** Given name first, as in speech. */
const ofPatient = ({ family, given }: NameView): string => firstLetter(given[0]) + firstLetter(family);

const TITLES = /^(dr|prof|mr|mrs|ms|mx|sr|sister|nurse)\.?$/i;

/** "Dr. Kim Clinician" → "KC" */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !TITLES.test(word));
  return firstLetter(words[0]) + (words.length > 1 ? firstLetter(words.at(-1)) : '');
}

interface AvatarProps {
  id: string;
  name: NameView | string;
  className?: string;
}

export function Avatar({ id, name, className = '' }: AvatarProps) {
  return (
    <span className={`avatar ${className}`} data-tint={tintOf(id)} aria-hidden="true">
      {typeof name === 'string' ? initialsOf(name) : ofPatient(name)}
    </span>
  );
}
