/** An inclusive range of days, as in the URL of a filter. */
import type { Format } from './format';
import { formatDate, invalidDate } from './dates';
import { parseDate } from './parse-date';

export interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

const DAY_MS = 86_400_000;

export interface DayProblem {
  typed: string;
  error: string;
}
/** By name of the field. */
export type DayProblems = Readonly<Record<string, DayProblem>>;

/** What is wrong with a range of days; null if it is valid. An invalid one loads no list, which would show other days. */
export function dayProblems(given: (name: string) => string | undefined): DayProblems | null {
  const unread = ['from', 'to'].flatMap((name) => {
    const typed = given(name);
    return typed === undefined || parseDate(typed) !== null
      ? []
      : [[name, { typed, error: invalidDate() }] as const];
  });
  if (unread.length > 0) return Object.fromEntries(unread);
  const [from, to] = ['from', 'to'].map((name) => parseDate(given(name) ?? ''));
  return from && to && from > to
    ? { from: { typed: formatDate(from), error: 'From must not be after To.' } }
    : null;
}

/** As API input: days of a time zone become instants. */
export function instantsOf({ from, to }: DayRange, format: Format): { since?: string; until?: string } {
  const since = from && format.startOfDay(from);
  const dayAfter = to && new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const until = dayAfter && format.startOfDay(dayAfter);
  return { ...(since ? { since } : {}), ...(until ? { until } : {}) };
}
