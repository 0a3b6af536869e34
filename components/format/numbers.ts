/** Sizes and counts of the portal's own words. Clinical values are never formatted: they are shown as sent. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB'] as const;
  let size = bytes / 1000;
  let unit = 0;
  // 999.95 would round up to "1000 kB": the next unit reads better.
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
