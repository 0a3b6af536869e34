/** What the address of a page of the audit asks for, and what that means in the words of the interface. */
import { startOfDay } from '../format/dates';
import { parseDate } from '../format/parse-date';

export const KIND_WORDS = {
  write: 'Changes only',
  read: 'Opened',
  list: 'Listed',
  download: 'Downloaded',
  auth: 'Signed in, connected',
} as const;
export const OUTCOME_WORDS = { allowed: 'Allowed', refused: 'Refused', failed: 'Failed' } as const;

type Kind = keyof typeof KIND_WORDS;
type Outcome = keyof typeof OUTCOME_WORDS;

export interface AuditQuery {
  who: string | undefined;
  kind: Kind | undefined;
  outcome: Outcome | undefined;
  /** Calendar days, both included. */
  from: string | undefined;
  to: string | undefined;
}

const WHO = /^(?:(?:usr|key|app)_[0-7][0-9a-hjkmnp-tv-z]{25}|system)$/;
const DAY_MS = 86_400_000;

const among = <T extends string>(words: Readonly<Record<T, string>>, value: string | undefined) =>
  value !== undefined && Object.hasOwn(words, value) ? (value as T) : undefined;

/** Values that mean nothing are left out: the page shows what remains, and the form says what that is. */
export function readAuditQuery(given: (name: string) => string | undefined): AuditQuery {
  const day = (name: string) => {
    const value = given(name);
    return value === undefined ? undefined : (parseDate(value) ?? undefined);
  };
  const who = given('who');
  return {
    who: who && WHO.test(who) ? who : undefined,
    kind: among(KIND_WORDS, given('kind')),
    outcome: among(OUTCOME_WORDS, given('outcome')),
    from: day('from'),
    to: day('to'),
  };
}

/** Days that were typed and cannot be read: they filter nothing, and the page says so. */
export const unreadDays = (given: (name: string) => string | undefined): string[] =>
  ['from', 'to'].map(given).filter((value) => value !== undefined && parseDate(value) === null) as string[];

/** The same for the interface: days of the organisation's zone become instants. */
export function filtersOf({ who, kind, outcome, from, to }: AuditQuery, zone: string) {
  const since = from && startOfDay(from, zone);
  const dayAfter = to && new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const until = dayAfter && startOfDay(dayAfter, zone);
  return {
    ...(who ? { who } : {}),
    ...(kind ? { kind } : {}),
    ...(outcome ? { outcome } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}
