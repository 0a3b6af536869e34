/**
 * The spellings that differ from a word by one typing error: a wrong, missing, extra or swapped letter. A search looks them up in
 * the index, so that no extension of Postgres is needed (docs/decisions/0041). No database access.
 */

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
/** As folded (`search-terms.ts`): without accents, final sigma and Persian variants. */
const ALPHABETS = [
  LATIN,
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзиклмнопрстуфхцчшщъыьэюя',
  'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  'ءابتثجحخدذرزسشصضطظعغفقكلمنهوي',
];

/** A shorter word has too many neighbors. */
const SHORTEST = 4;
const LONGEST = 20;

export interface Spellings {
  /** The beginning of a name. */
  beginnings: string[];
  /** A whole name: an error in the last letter says nothing about a word that is still being typed. */
  whole: string[];
}

/** @param word folded; null if it is too short or long, or has characters of no known alphabet */
export function spellingsOf(word: string): Spellings | null {
  const letters = [...word];
  const alphabet = ALPHABETS.find((one) => letters.every((letter) => one.includes(letter)));
  if (!alphabet || letters.length < SHORTEST || letters.length > LONGEST) return null;
  const last = letters.length - 1;
  const beginnings = new Set<string>();
  const whole = new Set<string>();
  const put = (at: number, removed: number, ...added: string[]) =>
    letters.toSpliced(at, removed, ...added).join('');
  for (let at = 0; at <= last; at++) {
    const swapped = put(at, 2, letters[at + 1] ?? '', letters[at]!);
    if (at < last) beginnings.add(swapped);
    const shortened = put(at, 1);
    (at < last && last >= SHORTEST ? beginnings : whole).add(shortened);
    for (const letter of alphabet) {
      (at < last ? beginnings : whole).add(put(at, 1, letter));
      beginnings.add(put(at, 0, letter));
    }
  }
  // Exact matches are found without.
  for (const found of [beginnings, whole]) found.delete(word);
  return { beginnings: [...beginnings], whole: [...whole].filter((one) => !beginnings.has(one)) };
}

const MOST_WORDS = 3;

/** The words that `correctWords` may correct: the longest ones, of a length and alphabet that it knows. */
export const correctable = (words: readonly string[]): { word: string; spellings: Spellings }[] =>
  words
    .toSorted((a, b) => b.length - a.length)
    .flatMap((word) => {
      const spellings = spellingsOf(word);
      return spellings ? [{ word, spellings }] : [];
    })
    .slice(0, MOST_WORDS);

/** Of each word, and of all words together. */
const MOST_MEANINGS = 4;

/**
 * The texts that a text with typing errors may mean: words that start none of the known ones are replaced by those that
 * differ by one error. Likelier ones are first, as more letters are left out than added. Empty without any.
 */
export function correctWords(words: readonly string[], known: ReadonlySet<string>): string[][] {
  const all = [...known];
  const near = new Map<string, string[]>();
  for (const { word, spellings } of correctable(words)) {
    if (all.some((one) => one.startsWith(word))) continue;
    const beginnings = new Set(spellings.beginnings);
    const whole = new Set(spellings.whole);
    const isNear = (one: string) =>
      whole.has(one) || [-1, 0, 1].some((more) => beginnings.has(one.slice(0, word.length + more)));
    const away = (one: string) => Math.abs(one.length - word.length);
    const found = all
      .filter(isNear)
      .sort((a, b) => away(a) - away(b) || b.length - a.length || (a < b ? -1 : 1));
    // The start of another one finds it as well.
    const least = found.filter((one) => !found.some((other) => other !== one && one.startsWith(other)));
    if (least.length > 0) near.set(word, least.slice(0, MOST_MEANINGS));
  }
  if (near.size === 0) return [];
  return words
    .map((word) => near.get(word) ?? [word])
    .reduce<string[][]>(
      (texts, own) => texts.flatMap((text) => own.map((word) => [...text, word])).slice(0, MOST_MEANINGS),
      [[]],
    );
}
