/** A text of a patient in a list of matches, with the parts that the words of the search start. */
import { readDates } from '../format/parse-date';

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const IS_LETTER = /[\p{L}\p{N}\p{M}]/u;
const lettersOf = (text: string): string[] => [...fold(text)].filter((letter) => IS_LETTER.test(letter));

/** Words of a search: `O'Brien` and `obrien` are one. */
const wordsOf = (q: string): string[][] =>
  q
    .split(/[\s,;]+/)
    .map(lettersOf)
    .filter((word) => word.length > 0);

/** The end of the word in the text from this place on, without hyphens and apostrophes; null if it does not start there. */
function endOf(word: readonly string[], text: readonly string[], from: number): number | null {
  let done = 0;
  for (let at = from; at < text.length; at++) {
    if (/[\s,]/.test(text[at]!)) return null;
    for (const letter of lettersOf(text[at]!)) {
      if (letter !== word[done]) return null;
      done++;
    }
    if (done >= word.length) return at + 1;
  }
  return null;
}

/** @returns pieces of the text in turn: unmarked, marked, unmarked, … */
export function markedParts(text: string, q: string): string[] {
  const letters = [...text];
  const words = wordsOf(q);
  const parts = [''];
  for (let at = 0; at < letters.length;) {
    const isStart = IS_LETTER.test(letters[at]!) && !IS_LETTER.test(letters[at - 1] ?? ' ');
    const end = isStart ? Math.max(0, ...words.map((word) => endOf(word, letters, at) ?? 0)) : 0;
    if (end > at) parts.push(letters.slice(at, end).join(''), '');
    else parts[parts.length - 1] += letters[at]!;
    at = Math.max(end, at + 1);
  }
  return parts;
}

/** The end of a number with at least four digits, as `markedParts`. */
export function markedEnd(text: string, q: string): string[] {
  const typed = [q, ...q.split(/[\s,;]+/)].map((word) =>
    word.replace(/\D+/g, '').replace(/^0{1,2}(?=\d{7})/, ''),
  );
  const digits = text.replace(/\D+/g, '');
  const length = Math.max(
    0,
    ...typed.filter((one) => one.length >= 4 && digits.endsWith(one)).map((one) => one.length),
  );
  if (length === 0) return [text];
  const letters = [...text];
  let at = letters.length;
  for (let left = length; left > 0; at--) if (/\d/.test(letters[at - 1]!)) left--;
  return [letters.slice(0, at).join(''), letters.slice(at).join('')];
}

const Marked = ({ parts }: { parts: readonly string[] }) =>
  parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <mark
        key={at}
        className="bg-accent-tint text-current underline decoration-accent decoration-2 underline-offset-2"
      >
        {part}
      </mark>
    ),
  );

interface MatchedProps {
  text: string;
  /** Absent where nothing was searched. */
  q: string | undefined;
}

export const Matched = ({ text, q }: MatchedProps) => (q ? <Marked parts={markedParts(text, q)} /> : text);
export const MatchedPhone = ({ text, q }: MatchedProps) => (q ? <Marked parts={markedEnd(text, q)} /> : text);

/** @param date as in the data, `text` as it is shown */
export function MatchedDate({ date, text, q }: MatchedProps & { date: string }) {
  const words = q?.trim().split(/\s+/) ?? [];
  const dates = words.flatMap((word, at) => [word, words.slice(at, at + 3).join(' ')].flatMap(readDates));
  return dates.includes(date) ? <Marked parts={['', text]} /> : <Matched text={text} q={q} />;
}
