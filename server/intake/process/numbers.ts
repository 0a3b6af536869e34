/**
 * Numbers of orders, samples and patients are texts: letters, hyphens and leading zeros are part of them. Without
 * leading zeros they are compared only where nothing was found otherwise, because senders store them as integers.
 */

const MOST_ZEROS = 12;
const ONLY_DIGITS = /^\d+$/;

const withoutZeros = (number: string): string => number.replace(/^0+(?=.)/, '');

export const isSameNumber = (left: string, right: string): boolean => left.trim() === right.trim();

/** The second try. */
export const isSameWithoutZeros = (left: string, right: string): boolean =>
  ONLY_DIGITS.test(left.trim()) &&
  ONLY_DIGITS.test(right.trim()) &&
  withoutZeros(left.trim()) === withoutZeros(right.trim());

/** Other spellings of a number for the second try; none when it has anything but digits. */
export function zeroSpellings(number: string): string[] {
  const sent = number.trim();
  if (!ONLY_DIGITS.test(sent)) return [];
  const bare = withoutZeros(sent);
  return Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) => '0'.repeat(zeros) + bare).filter(
    (spelling) => spelling !== sent,
  );
}
