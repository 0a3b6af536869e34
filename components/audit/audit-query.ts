/** What the address of a page of the audit asks for, and what that means in the words of the interface. */
import { instantsOf, readDays, type DayRange } from '../format/day-range';

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

export interface AuditQuery extends DayRange {
  who: string | undefined;
  kind: Kind | undefined;
  outcome: Outcome | undefined;
}

const WHO = /^(?:(?:usr|key|app)_[0-7][0-9a-hjkmnp-tv-z]{25}|system)$/;

const among = <T extends string>(words: Readonly<Record<T, string>>, value: string | undefined) =>
  value !== undefined && Object.hasOwn(words, value) ? (value as T) : undefined;

/** Values that mean nothing are left out: the page shows what remains, and the form says what that is. */
export function readAuditQuery(given: (name: string) => string | undefined): AuditQuery {
  const who = given('who');
  return {
    who: who && WHO.test(who) ? who : undefined,
    kind: among(KIND_WORDS, given('kind')),
    outcome: among(OUTCOME_WORDS, given('outcome')),
    ...readDays(given),
  };
}

/** The same for the interface: days of the organisation's zone become instants. */
export function filtersOf({ who, kind, outcome, ...days }: AuditQuery, zone: string) {
  return {
    ...(who ? { who } : {}),
    ...(kind ? { kind } : {}),
    ...(outcome ? { outcome } : {}),
    ...instantsOf(days, zone),
  };
}
