/**
 * Sizes (in steps of 1024, like file managers) and counts in the portal's texts. Clinical values are never formatted:
 * they are shown as sent.
 */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB'] as const;
  let size = bytes / 1024;
  let unit = 0;
  // From 999.5 kB the next unit is easier to read.
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

const PLURALS = new Intl.PluralRules('en');

/** `report` or `reports`, after a number. */
export const noun = (number: number, one: string, many = `${one}s`): string =>
  PLURALS.select(number) === 'one' ? one : many;

/** `1 report`, `2 reports`; irregular plurals are passed as `many`. */
export const count = (number: number, one: string, many?: string): string =>
  `${number} ${noun(number, one, many)}`;
