/**
 * Unicode normal forms in a time that grows with the length. Putting marks into their order takes the square of how many
 * stand in a row: 60,000 of them cost six seconds. Stream-Safe Text (UAX #15, 13) has at most 30; real writing has few.
 */
const TOO_MANY_MARKS = /\p{M}{31}/u;

export const MOST_MARKS = 30;

export const hasFewMarks = (value: string): boolean => !TOO_MANY_MARKS.test(value);

/** The text as it is when it has too many marks in a row: whoever takes it in refuses or shortens it. */
export const normalForm = (value: string, form: 'NFC' | 'NFKD' = 'NFC'): string =>
  hasFewMarks(value) ? value.normalize(form) : value;
