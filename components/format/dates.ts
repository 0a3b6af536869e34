/** Calendar dates, `05-Nov-2026`. A custom table of month names, because Intl's en-GB prints "Sept". */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

export const pad = (value: number): string => String(value).padStart(2, '0');
export const pad4 = (value: number): string => String(value).padStart(4, '0');

export const monthText = (month: number): string => MONTHS[month - 1] ?? '???';

export function dateText(year: number, month: number, day: number): string {
  return `${pad(day)}-${monthText(month)}-${pad4(year)}`;
}

/** `2026-11-05` → `05-Nov-2026`. Text that is not a date is returned unchanged. */
export function formatDate(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!match) return date;
  return dateText(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** For hints and errors of a date. */
export const DATE_HINT = 'Example: 05-Nov-2026';
const SHORT_YEAR = /^\s*\d{1,2}[-/.]\d{1,2}[-/.]\d{2}\s*$/;
export const invalidDate = (example = DATE_HINT, typed = ''): string =>
  `${SHORT_YEAR.test(typed) ? 'Enter the year with four digits' : 'Enter a valid date'}. ${example}`;

/** Of the browser, `2026-11-05`. */
export function localToday(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The server allows a day more, because it does not know the time zone of the user. */
export const isFutureDay = (day: string): boolean => day > localToday();

/** `Thu 05-Nov-2026`. */
export function formatDateWithDay(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!match) return date;
  const weekday = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))).getUTCDay();
  return `${WEEKDAYS[weekday]} ${formatDate(date)}`;
}
