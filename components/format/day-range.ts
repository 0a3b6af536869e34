/** From one day to another, both included, as a filter in an address has it. */
import type { Format } from './format';
import { parseDate } from './parse-date';

export interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

const DAY_MS = 86_400_000;

/** Days that were typed and cannot be read: they filter nothing, and the page says so. */
export const unreadDays = (given: (name: string) => string | undefined): string[] =>
  ['from', 'to'].map(given).filter((value) => value !== undefined && parseDate(value) === null) as string[];

/** The same for the interface: days of a zone become instants. */
export function instantsOf({ from, to }: DayRange, format: Format): { since?: string; until?: string } {
  const since = from && format.startOfDay(from);
  const dayAfter = to && new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const until = dayAfter && format.startOfDay(dayAfter);
  return { ...(since ? { since } : {}), ...(until ? { until } : {}) };
}
