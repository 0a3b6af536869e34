const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `2026-11-05` → `5 November 2026`, for speech and for printouts that patients read. */
export function formatLongDate(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!match) return date;
  return `${Number(match[3])} ${LONG_MONTHS[Number(match[2]) - 1] ?? '???'} ${match[1]}`;
}
