/**
 * Identifiers of orders, specimens and patients are texts: letters, hyphens and leading zeros are significant. Leading
 * zeros are ignored only if the exact identifier is not found, because some senders store them as integers.
 */

const MOST_ZEROS = 12;
const ONLY_DIGITS = /^\d+$/;

const withoutZeros = (number: string): string => number.replace(/^0+(?=.)/, '');

export const isSameIdentifier = (left: string, right: string): boolean => left.trim() === right.trim();

/** For the second lookup. */
export const isSameWithoutZeros = (left: string, right: string): boolean =>
  ONLY_DIGITS.test(left.trim()) &&
  ONLY_DIGITS.test(right.trim()) &&
  withoutZeros(left.trim()) === withoutZeros(right.trim());

/** Other spellings of an identifier for the second lookup; empty unless all digits. */
export function zeroSpellings(number: string): string[] {
  const sent = number.trim();
  if (!ONLY_DIGITS.test(sent)) return [];
  const bare = withoutZeros(sent);
  return Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) => '0'.repeat(zeros) + bare).filter(
    (spelling) => spelling !== sent,
  );
}
