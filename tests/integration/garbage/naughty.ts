import { readFileSync } from 'node:fs';

/** The Big List of Naughty Strings, and what the documented text rules store of each. */

export const NAUGHTY = (
  JSON.parse(readFileSync('tests/fixtures/strings/naughty_strings.json', 'utf8')) as { text: string }[]
).map(({ text }) => text);

/** Missing from the list: text in another Unicode form, ligatures, and surrounding white space. */
export const OURS = [
  'e\u0301',
  'A\u030angstro\u0308m',
  '\u1100\u1161\u11a8',
  '\u212b',
  'ﬁ',
  ' padded ',
  '\u00a0x\u3000',
  `e${'\u0301'.repeat(31)}`,
];

// Marks are counted before normalization, which can remove one.
const clean = (text: string) => (/\p{M}{31}/u.test(text) ? text : text.normalize('NFC').trim());
const fits = (text: string, max: number) => text !== '' && text.length <= max && !/\p{M}{31}/u.test(text);

/**
 * One line: NFC, trimmed, no control characters, at most 30 marks in a row, not empty, at most `max` characters; null
 * if it is rejected.
 */
export const line = (text: string, max: number): string | null =>
  fits(clean(text), max) && !/[\p{Cc}\p{Cs}]/u.test(clean(text)) ? clean(text) : null;

/** Names and titles: the same without characters that change the reading direction. */
export const nameLine: Rule = (text, max) =>
  /[\u202a-\u202e\u2066-\u2069]/.test(text) ? null : line(text, max);

/** The same, with line breaks and tabs. */
export const notes = (text: string, max: number): string | null =>
  fits(clean(text), max) && !/[\p{Cc}\p{Cs}]/u.test(clean(text).replaceAll(/[\n\r\t]/g, ''))
    ? clean(text)
    : null;

/** Values of metadata are stored unchanged. */
export const verbatim = (text: string, max: number): string | null =>
  text.length <= max && !/[\0\p{Cs}]/u.test(text) ? text : null;

export type Rule = typeof line;
