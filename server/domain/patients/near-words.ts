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
