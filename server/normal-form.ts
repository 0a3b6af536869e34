/**
 * Unicode normal forms in a time that grows with the length. Putting marks into their order takes the square of how many
 * stand in a row: 60,000 of them cost six seconds. Stream-Safe Text (UAX #15, 13) has at most 30; real writing has few.
 */
const TOO_MANY_MARKS = /\p{M}{31}/u;
/** Below the first combining mark nothing is put together (UAX #15: all of Latin-1 and its extensions are in NFC). */
const WITHOUT_MARKS = /^[\0-\u02ff]*$/;

export const MOST_MARKS = 30;

/** Asked of every text of every answer, so what cannot have many marks is told without looking for them. */
export const hasFewMarks = (value: string): boolean =>
  value.length <= MOST_MARKS || WITHOUT_MARKS.test(value) || !TOO_MANY_MARKS.test(value);

/** The text as it is when it has too many marks in a row: whoever takes it in refuses or shortens it. */
export function normalForm(value: string, form: 'NFC' | 'NFKD' = 'NFC'): string {
  if (form === 'NFC' && WITHOUT_MARKS.test(value)) return value;
  return hasFewMarks(value) ? value.normalize(form) : value;
}
