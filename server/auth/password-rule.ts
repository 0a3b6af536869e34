import { normalForm } from '../unicode-normal-form';

/**
 * Rules for new passwords (NIST SP 800-63B): 15 to 128 characters of any kind, not easily guessed. Lists of common
 * passwords hold short words, so a password is compared with what a short word becomes when padded to 15 characters:
 * repeated, or with digits, symbols and keyboard rows around it. Two words unrelated to the user are enough.
 */

export interface PasswordProblem {
  code: 'out_of_range' | 'not_allowed';
  message: string;
}

const [SHORTEST, LONGEST] = [15, 128];

const LENGTH: PasswordProblem = { code: 'out_of_range', message: 'must have 15 to 128 characters' };
const COMMON: PasswordProblem = {
  code: 'not_allowed',
  message: 'is easy to guess. Do not repeat or pad a common word, a keyboard row or a short text',
};
const OWN: PasswordProblem = {
  code: 'not_allowed',
  message:
    'is easy to guess. Do not build it from your name, your address, your organization or this service',
};

const SERVICE = ['clinical', 'data', 'service', 'portal'];
/** Keyboard rows and columns, the alphabet and the digits; matched backwards too. */
const ROWS = [
  '123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
].flatMap((row) => [row, [...row].reverse().join('')]);
const SIGN = /[^\p{L}\p{N}]/u;
const SIGN_OR_DIGIT = /\P{L}/u;
const [LONGEST_WORD, LONGEST_NAME] = [20, 32];
const PLAIN: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * @param common lowercase words
 * @param about names, email address and organizations of the user
 * @returns null if the password is allowed
 */
export function passwordProblem(
  password: string,
  common: ReadonlySet<string>,
  about: readonly string[],
): PasswordProblem | null {
  const length = [...password].length;
  if (length < SHORTEST || length > LONGEST) return LENGTH;
  const text = fold(password);
  if (common.has(text) || repeatsItself(text)) return COMMON;
  const signs = [...text];
  if (/[\p{L}\p{N}]/u.test(text) && isMadeOf(piecesOf(signs, new Set(), SIGN))) return COMMON;
  const own = new Set([...SERVICE, ...about.flatMap(partsOf)]);
  const pieces = piecesOf(signs, own, SIGN_OR_DIGIT);
  const named = [...own].some((word) => word.length > 1 && text.includes(word));
  if (named && isMadeOf(pieces)) return OWN;
  for (const places of wordsIn(signs, common).values()) if (isMadeOf(pieces, places)) return COMMON;
  return null;
}

/** Removes case and diacritics. A few characters expand to eighteen; such a password matches no common word. */
function fold(text: string): string {
  const folded = normalForm(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.length > LONGEST * 2 ? text.toLowerCase() : folded;
}

/** `P@ssw0rd` becomes `password`. */
const plain = (sign: string): string => PLAIN[sign] ?? sign;

const partsOf = (text: string): string[] =>
  fold(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => /\p{L}/u.test(part));

/** The password repeats one part that is too short alone. */
function repeatsItself(text: string): boolean {
  for (let part = 1; part < SHORTEST && part * 2 <= text.length; part++)
    if (text.slice(part) === text.slice(0, -part)) return true;
  return false;
}

/** For each start position in a text, the end positions of its pieces. */
type Pieces = number[][];

const stretch = (text: readonly string[], from: number, to: number): string => text.slice(from, to).join('');

function piecesOf(text: readonly string[], words: ReadonlySet<string>, filler: RegExp): Pieces {
  const other = text.map(plain);
  return text.map((sign, from) => {
    const ends = filler.test(sign) ? [from + 1] : [];
    for (let to = from + 3; to <= text.length && isRow(stretch(text, from, to)); to++) ends.push(to);
    for (let to = from + 1; to <= Math.min(text.length, from + LONGEST_NAME); to++)
      if (words.has(stretch(text, from, to)) || words.has(stretch(other, from, to))) ends.push(to);
    return ends;
  });
}

const isRow = (piece: string): boolean => /^(.)\1+$/u.test(piece) || ROWS.some((row) => row.includes(piece));

function wordsIn(text: readonly string[], common: ReadonlySet<string>): Map<string, Pieces> {
  const found = new Map<string, Pieces>();
  for (const form of [text, text.map(plain)])
    for (let from = 0; from < form.length; from++)
      for (let to = from + 3; to <= Math.min(form.length, from + LONGEST_WORD); to++) {
        const word = stretch(form, from, to);
        if (!common.has(word) || !/\p{L}/u.test(word)) continue;
        const places = found.get(word) ?? [];
        (places[from] ??= []).push(to);
        found.set(word, places);
      }
  return found;
}

/** Whether adjacent pieces cover the whole text. */
function isMadeOf(pieces: Pieces, more: Pieces = []): boolean {
  const reached = new Set([0]);
  for (const [at, ends] of pieces.entries())
    if (reached.has(at)) for (const end of [...ends, ...(more[at] ?? [])]) reached.add(end);
  return reached.has(pieces.length);
}
