/** What the keys of a report that waits do, as a page with one of them says it. */
export const SIGN_KEYS = [
  ['s', 'sign'],
  ['c', 'note'],
  ['f', 'forward'],
] as const;
