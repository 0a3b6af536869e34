/** An inclusive range of days, as in the URL of a filter. */
import type { Format } from './format';
import { parseDate } from './parse-date';

export interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

const DAY_MS = 86_400_000;

/** Entered days that are not valid dates: they are ignored, and the page reports them. */
export const unreadDays = (given: (name: string) => string | undefined): string[] =>
  ['from', 'to'].map(given).filter((value) => value !== undefined && parseDate(value) === null) as string[];

/** As API input: days of a time zone become instants. */
export function instantsOf({ from, to }: DayRange, format: Format): { since?: string; until?: string } {
  const since = from && format.startOfDay(from);
  const dayAfter = to && new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const until = dayAfter && format.startOfDay(dayAfter);
  return { ...(since ? { since } : {}), ...(until ? { until } : {}) };
}
