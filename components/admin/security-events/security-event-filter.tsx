import type { AuditActors, ListSecurityEventsInput } from '@/server/domain/audit-log/contract';
import type { Format } from '../../format/format';
import { instantsOf, type DayProblems } from '../../format/day-range';
import { choice, days, defineFilter, reference } from '../../ui/filter';

type Kind = NonNullable<ListSecurityEventsInput['code']>;

/** Sentences of the list; the filter offers the same. */
export const SECURITY_EVENTS: Readonly<Record<Kind, string>> = {
  sign_in_failed: 'Sign-in with a wrong password or passkey',
  sign_in_locked: 'Sign-in rejected after too many attempts',
  sign_in_busy: 'Sign-in rejected, the service was busy',
  second_factor_failed: 'Wrong second factor after a correct password',
  single_sign_on_failed: 'Failed single sign-on',
  passkey_counter: 'Sign-in with a passkey that may have been copied',
  reset_not_sent: 'Password reset requested, no email sent',
};

export const securityEventFilter = defineFilter({
  who: reference(/^usr_[0-7][0-9a-hjkmnp-tv-z]{25}$/, { label: 'User', all: 'All' }),
  code: choice(SECURITY_EVENTS, { label: 'Event', all: 'All' }),
  ...days(),
});
type SecurityEventQuery = ReturnType<typeof securityEventFilter.read>;

/** Days of the organization's time zone become instants. */
export const securityEventInput = ({ who, code, from, to }: SecurityEventQuery, format: Format) => ({
  who,
  code,
  ...instantsOf({ from, to }, format),
});

interface FilterProps {
  path: string;
  query: SecurityEventQuery;
  problems: DayProblems | null;
  people: AuditActors['people'];
  /** Name of the selected user, if the list does not offer them. */
  chosen: string | undefined;
}

export function SecurityEventFilter({ path, query, problems, people, chosen }: FilterProps) {
  const who = (
    <>
      {query.who && !people.some(({ id }) => id === query.who) ? (
        <option value={query.who}>{chosen ?? query.who}</option>
      ) : null}
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name ?? id}
        </option>
      ))}
    </>
  );
  return (
    <securityEventFilter.Form
      path={path}
      query={query}
      problems={problems}
      options={{ who }}
      whole="Clear filters"
    />
  );
}
