import { count } from './numbers';

/** The time since an instant in words. The exact time must be shown next to it where it matters. */
export function agoWords(instant: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 60) return `${count(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${count(hours, 'hour')} ago` : `${count(Math.floor(hours / 24), 'day')} ago`;
}

const NARROW = new Intl.RelativeTimeFormat('en', { style: 'narrow' });

/** The same for narrow lists: `just now`, `5m ago`, `3h ago`, `2d ago`. */
export function agoShort(instant: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return NARROW.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? NARROW.format(-hours, 'hour') : NARROW.format(-Math.floor(hours / 24), 'day');
}

/** The time until an instant, rounded down: `5 days`, `23 hours`, `less than an hour`. */
export function leftWords(instant: string, now: number): string {
  const hours = Math.floor((Date.parse(instant) - now) / 3_600_000);
  if (hours < 1) return 'less than an hour';
  return hours < 24 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day');
}
