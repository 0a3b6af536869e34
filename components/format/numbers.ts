/** Sizes (in steps of 1024, as file managers show them) and counts of the portal's own words. Clinical values are never formatted: they are shown as sent. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB'] as const;
  let size = bytes / 1024;
  let unit = 0;
  // 999.5 kB and more reads better in the next unit.
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

const PLURALS = new Intl.PluralRules('en');
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** `1 report`, `2 reports`; words that do not end in "s" name their plural. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${PLURALS.select(number) === 'one' ? one : many}`;

/** `a, b, and c`. */
export const list = (texts: readonly string[]): string => LIST.format(texts);
