import { readDates, readMonth } from '../../data-types/typed-date';
import { normalForm } from '../../unicode-normal-form';
import type { HumanName, PatientIdentifier } from '../../data-types/patient';

/**
 * Normalizes names, numbers and dates. Stored tokens and search words use the same functions, so that they cannot
 * diverge. No database access.
 */

export interface Token {
  token: string;
  kind: 'name' | 'mrn' | 'identifier' | 'phone' | 'email';
}

const MAX_TOKEN = 64;
const cut = (value: string) => [...value].slice(0, MAX_TOKEN).join('');

// Letters that do not decompose into a base letter and a mark, and letters that are typed for each other.
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
  ŋ: 'n',
  ŧ: 't',
  // Final sigma; Persian and Urdu variants of Arabic letters; Arabic endings.
  ς: 'σ',
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ة: 'ه',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Accents, including marks of other scripts and vowel points that are optional in writing. Not the vowel signs of Indic
 * and Thai scripts or the voicing marks of kana, which distinguish names.
 */
const ACCENTS =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu;

/** Apostrophes that Unicode classifies as letters (ʻokina, ʼ), and the Arabic tatweel. */
const LETTER_APOSTROPHES = /[\u02b9-\u02c1\u02c6-\u02d1\u02ee\u0640]/g;

/** Lower case, without accents: `Łukasz` → `lukasz`. */
export function fold(value: string): string {
  return normalForm(value, 'NFKD')
    .replace(ACCENTS, '')
    .replace(LETTER_APOSTROPHES, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

const BETWEEN = /[^\p{L}\p{N}\p{M}]+/gu;
const joined = (value: string) => value.replace(BETWEEN, '');

/** A search word without accents, hyphens and apostrophes. Empty if it has neither letters nor digits. */
export const wordKey = (word: string): string => cut(joined(fold(word)));

/**
 * `O'Brien-Smith` → o, brien, smith, obriensmith and briensmith: every part, and the rest of the name from every part,
 * so that it is found whether typed as one word, with a hyphen or with a space.
 */
function nameTokens(part: string): string[] {
  const folded = fold(part);
  const pieces = folded.split(BETWEEN).filter(Boolean);
  const words = folded.split(/\s+/).map(joined);
  return [...pieces, ...words, ...pieces.map((_, at) => pieces.slice(at).join(''))].filter(Boolean);
}

// Scripts written without a space between family and given name.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Key for sorting and the same-name warning: family or given names, letters and digits only. */
export function nameKey(...parts: string[]): string {
  return parts
    .map((part) => fold(part).replace(BETWEEN, ' ').trim())
    .join(' ')
    .slice(0, 200);
}

const digits = (value: string) => value.replace(/\D+/g, '');
const reversed = (value: string) => [...value].reverse().join('');

export interface Searchable {
  mrn: string;
  name: HumanName;
  otherNames: HumanName[];
  identifiers: PatientIdentifier[];
  phones: { value: string; raw: string }[];
  emails: { value: string }[];
}

/** Email addresses match as a whole, ignoring case. */
export const emailKey = (address: string) => address.toLowerCase();

export function patientTokens(patient: Searchable): Token[] {
  const found = new Map<string, Token>();
  const add = (kind: Token['kind'], value: string) => {
    const token = cut(value);
    if (token) found.set(`${kind}:${token}`, { kind, token });
  };
  for (const name of [patient.name, ...patient.otherNames]) {
    const parts = [name.family, ...name.given, name.given.join(' ')];
    if (UNSPACED.test(name.family)) parts.push([name.family, ...name.given].join(' '));
    for (const part of parts) for (const token of nameTokens(part)) add('name', token);
  }
  add('mrn', wordKey(patient.mrn));
  for (const identifier of patient.identifiers) add('identifier', wordKey(identifier.value));
  for (const phone of patient.phones) {
    for (const number of [digits(phone.value), digits(phone.raw)])
      if (number.length >= 4) add('phone', reversed(number));
  }
  for (const { value } of patient.emails)
    found.set(`email:${emailKey(value)}`, { kind: 'email', token: emailKey(value) });
  return [...found.values()];
}

export interface Term {
  /** Prefix of a name part. */
  name?: string;
  /** A whole MRN. */
  mrn?: string;
  /** Prefix of an MRN or identifier. */
  number?: string;
  /** Reversed end of a phone number. */
  phone?: string;
  /** Birth dates (ISO), if the word can be parsed as one. */
  birthDates?: string[];
  /** Birth dates of a year next to other words, or of a month. Only in the search of the portal. */
  born?: [from: string, to: string];
  /** A month as typed, such as `07/1945`. */
  month?: [from: string, to: string];
  /** Existing names that differ by one typing error: from the whole name, or from its beginning. */
  near?: { whole: string[]; beginning: string[] };
}

/** Birth dates that a word can mean. Outside of these years it is a number. */
const birthDatesOf = (word: string): string[] =>
  readDates(word).filter((date) => date >= '1850-01-01' && date < '2201-01-01');

const OF_PHONE = /^[\d+().-]+$/;
const WHOLE_PHONE = 7;

/** `555 419 3488` is one number: joins adjacent groups of digits if one alone is too short to search for. */
function joinPhones(words: string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length;) {
    let end = at;
    while (end < words.length && OF_PHONE.test(words[end]!) && birthDatesOf(words[end]!).length === 0) end++;
    const run = words.slice(at, end);
    const isOne =
      run.length > 1 &&
      digits(run.join('')).length >= WHOLE_PHONE &&
      run.some((word) => digits(word).length < 4 || word.startsWith('+'));
    if (isOne) out.push(run.join(''));
    else out.push(...run);
    if (end === at) out.push(words[end++]!);
    at = end;
  }
  return out;
}

/** `14 Jul 1945` and `Jul 14, 1945` are one date. Three numbers are not joined: they are the groups of a phone number. */
function joinDates(words: string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const three = words.slice(at, at + 3);
    const date = three.join(' ');
    const isOne = three.some((word) => /^[a-z]{3,9}\.?$/i.test(word)) && birthDatesOf(date).length > 0;
    out.push(isOne ? date : words[at]!);
    if (isOne) at += 2;
  }
  return out;
}

/** Removes the dialing prefix: 00 from abroad, 0 within the country. Stored numbers may have either. */
const undialled = (number: string) => (number.length > WHOLE_PHONE ? number.replace(/^0{1,2}/, '') : number);

/**
 * The end of a number, reversed as stored, or null for too few digits: `+44 1632 960100` and `01632 960100` share the
 * last eight.
 */
export function phoneTail(phone: string): string | null {
  const number = digits(phone);
  return number.length >= WHOLE_PHONE ? reversed(number.slice(-8)) : null;
}

function readWord(word: string): Term {
  const key = wordKey(word);
  const birthDates = birthDatesOf(word);
  if (birthDates.length > 0) return { birthDates, mrn: key };
  const term: Term = { name: key, mrn: key };
  const month = readMonth(word);
  if (month) term.month = month;
  if (/\d/.test(word) && key.length >= 4) term.number = key;
  const number = digits(word);
  if (number.length >= 4 && OF_PHONE.test(word)) term.phone = cut(reversed(undialled(number)));
  return term;
}

/** Distinct words of a search; ignores words without letters and digits. */
export function readSearch(q: string): Term[] {
  const words = q
    .trim()
    .split(/[\s,;]+/)
    .filter((word) => wordKey(word) !== '');
  const terms = joinPhones(joinDates(words)).map(readWord);
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}
