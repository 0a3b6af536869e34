import type { HumanName, PatientIdentifier } from './contract';

/**
 * How names, numbers and dates are made comparable. The same functions make the tokens that are stored and read the
 * words that are searched, so that the two can never differ.
 */

export interface Token {
  token: string;
  kind: 'name' | 'mrn' | 'identifier' | 'phone';
}

const MAX_TOKEN = 64;

// Letters that do not decompose into a base letter and a mark.
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Lower case, without accents: `Łukasz` → `lukasz`. */
export function fold(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøæœłđðþıħ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** `O'Brien-Smith` → o, brien, smith, obriensmith. */
function nameTokens(part: string): string[] {
  const folded = fold(part);
  const pieces = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const words = folded.split(/\s+/).map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ''));
  return [...pieces, ...words, pieces.join('')].filter(Boolean);
}

/** Key for sorting and for the same-name mark: family name or given names without anything but letters and digits. */
export function nameKey(...parts: string[]): string {
  return parts
    .map((part) =>
      fold(part)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .join(' ')
    .slice(0, 200);
}

const numberKey = (value: string) => fold(value).replace(/[^\p{L}\p{N}]+/gu, '');
const digits = (value: string) => value.replace(/\D+/g, '');
const reversed = (value: string) => [...value].reverse().join('');

export interface Searchable {
  mrn: string;
  name: HumanName;
  otherNames: HumanName[];
  identifiers: PatientIdentifier[];
  phones: { value: string; raw: string }[];
}

export function patientTokens(patient: Searchable): Token[] {
  const found = new Map<string, Token>();
  const add = (kind: Token['kind'], value: string) => {
    const token = value.slice(0, MAX_TOKEN);
    if (token) found.set(`${kind}:${token}`, { kind, token });
  };
  for (const name of [patient.name, ...patient.otherNames]) {
    for (const part of [name.family, ...name.given]) for (const token of nameTokens(part)) add('name', token);
  }
  add('mrn', numberKey(patient.mrn));
  for (const identifier of patient.identifiers) add('identifier', numberKey(identifier.value));
  for (const phone of patient.phones) {
    for (const number of [digits(phone.value), digits(phone.raw)])
      if (number.length >= 4) add('phone', reversed(number));
  }
  return [...found.values()];
}

/** What one word of a search can mean. */
export interface Term {
  /** Beginning of a name part. */
  name?: string;
  /** Beginning of an MRN or identifier. */
  number?: string;
  /** Reversed end of a phone number. */
  phone?: string;
  /** Birth dates (ISO), when the word can be read as one. */
  birthDates?: string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function isoDate(year: number, month: number, day: number): string | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  const valid = year >= 1850 && year <= 2200 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return valid ? time.toISOString().slice(0, 10) : null;
}

/** ISO, `14-jul-1945`, and day and month in either order: `14/07/1945`, `07/14/1945`. */
function readDates(word: string): string[] {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word);
  if (iso) return [isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))].filter((date) => date !== null);
  const named = /^(\d{1,2})[-./ ]?([a-z]{3})[a-z]*[-./ ]?(\d{4})$/.exec(word.toLowerCase());
  if (named)
    return [isoDate(Number(named[3]), MONTHS.indexOf(named[2] ?? '') + 1, Number(named[1]))].filter(
      (date) => date !== null,
    );
  const numeric = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/.exec(word);
  if (!numeric) return [];
  const [first, second, year] = [Number(numeric[1]), Number(numeric[2]), Number(numeric[3])];
  return [...new Set([isoDate(year, second, first), isoDate(year, first, second)])].filter(
    (date) => date !== null,
  );
}

/** Words of a search, at most eight; a word that can mean nothing matches nothing. */
export function readSearch(q: string): Term[] {
  const words = q
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 8);
  return words.map((word) => {
    const birthDates = readDates(word);
    if (birthDates.length > 0) return { birthDates };
    const term: Term = {};
    const name = fold(word)
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .slice(0, MAX_TOKEN);
    if (name) term.name = name;
    if (/\d/.test(word) && name.length >= 4) term.number = name;
    const number = digits(word);
    if (number.length >= 4 && /^[\d+().-]+$/.test(word)) term.phone = reversed(number).slice(0, MAX_TOKEN);
    return term;
  });
}
