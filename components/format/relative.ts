import { count } from './numbers';

/** Whole minutes below an hour, hours below a day, then days; null below a minute. */
function elapsed(ms: number): [number, 'minute' | 'hour' | 'day'] | null {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return null;
  if (minutes < 60) return [minutes, 'minute'];
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
}

/** The time since an instant: `26 minutes`, `3 hours`, `2 days`. The exact time must be shown next to it where it matters. */
export function sinceWords(instant: string, now: number): string {
  const since = elapsed(now - Date.parse(instant));
  return since ? count(...since) : 'less than a minute';
}

/** `3 hours ago` */
export const agoWords = (instant: string, now: number): string => `${sinceWords(instant, now)} ago`;

const NARROW = new Intl.RelativeTimeFormat('en', { style: 'narrow' });

/** The same for narrow lists: `just now`, `5m ago`, `3h ago`, `2d ago`. */
export function agoShort(instant: string, now: number): string {
  const since = elapsed(now - Date.parse(instant));
  return since ? NARROW.format(-since[0], since[1]) : 'just now';
}

/** The same without a direction: `5m`, `3h`, `2d`. */
export function sinceShort(instant: string, now: number): string {
  const since = elapsed(now - Date.parse(instant));
  return since ? `${since[0]}${since[1][0]}` : '<1m';
}

/** The time until an instant, rounded down: `5 days`, `23 hours`, `less than an hour`. */
export function leftWords(instant: string, now: number): string {
  const left = elapsed(Date.parse(instant) - now);
  return !left || left[1] === 'minute' ? 'less than an hour' : count(...left);
}
