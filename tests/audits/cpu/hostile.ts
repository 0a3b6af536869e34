/** Texts that make careless regular expressions backtrack, and careless normalization and hash tables slow. */
export const HOSTILE: Record<string, (length: number) => string> = {
  'the same letter': (length) => `${'a'.repeat(length - 1)}!`,
  'white space': (length) => `x${' '.repeat(length - 2)}x`,
  digits: (length) => `${'1'.repeat(length - 1)}x`,
  dots: (length) => `${'a.'.repeat(length / 2 - 1)}@`,
  hyphens: (length) => `${'-'.repeat(length - 1)}a`,
  commas: (length) => ','.repeat(length),
  'dates and signs': (length) => '1/1-'.repeat(length / 4),
  'marks that combine': (length) => `e${'\u0301\u0323'.repeat((length - 1) / 2)}`,
  'ligatures that grow': (length) => '\ufdfa'.repeat(length),
  quotes: (length) => `"${'\\"'.repeat((length - 2) / 2)}`,
  'percent signs': (length) => '%_'.repeat(length / 2),
  'half a date': (length) => `2000-01-01T00:00:00.${'0'.repeat(Math.max(1, length - 20))}`,
};

/** Keys that collide in an unseeded hash table. */
export const sameHash = (count: number): string[] =>
  Array.from({ length: count }, (_unused, nth) =>
    nth.toString(2).padStart(16, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB'),
  );

export const members = (count: number, value: unknown = 1): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_unused, nth) => [`k${nth}`, value]));
