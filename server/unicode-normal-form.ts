/**
 * Unicode normalization in linear time. Reordering combining marks is quadratic in the length of a run: 60,000 marks
 * take six seconds. Stream-Safe Text (UAX #15, 13) allows at most 30; real text has few.
 */
const TOO_MANY_MARKS = /\p{M}{31}/u;
/** Below the first combining mark nothing is composed (UAX #15: all of Latin-1 and its extensions are in NFC). */
const WITHOUT_MARKS = /^[\0-\u02ff]*$/;

export const MOST_MARKS = 30;

/** Called for every text of every response, so the common cases come first. */
export const hasFewMarks = (value: string): boolean =>
  value.length <= MOST_MARKS || WITHOUT_MARKS.test(value) || !TOO_MANY_MARKS.test(value);

/** Returns a text with too many consecutive marks unchanged; callers reject or truncate it. */
export function normalForm(value: string, form: 'NFC' | 'NFKD' = 'NFC'): string {
  if (form === 'NFC' && WITHOUT_MARKS.test(value)) return value;
  return hasFewMarks(value) ? value.normalize(form) : value;
}
