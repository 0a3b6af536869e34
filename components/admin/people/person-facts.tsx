import { useFormat } from '#format';
import type { Person } from '@/server/domain/people/contract';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { count } from '../../format/numbers';
import { TextLink } from '../../ui/text-link';
import { lastSignIn } from './people-list';

export function PersonFacts({ person }: { person: Person }) {
  const format = useFormat();
  const { successor } = person;
  const facts = [
    ['Role', ROLE_WORDS[person.role]],
    ['Member since', format.instant(person.since)],
    ...(person.ended_at ? [['Removed', format.instant(person.ended_at)] as const] : []),
    ['Last sign-in', lastSignIn(person.last_sign_in_at, format)],
    ['Signed in now', person.sessions === 0 ? 'No' : count(person.sessions, 'session')],
    ['Connected applications', String(person.applications)],
    ['Open lab orders', String(person.open_orders)],
    ['Unsigned reports', String(person.open_reports)],
  ] as const;
  return (
    <dl className="mb-8 grid gap-x-6 gap-y-2.5 border-y border-line py-3 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
      {successor ? (
        <div>
          <dt className="text-sm text-ink-2">Open work reassigned to</dt>
          <dd className="font-semibold">
            <TextLink href={`/admin/people/${successor.id}`}>{successor.name}</TextLink>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
