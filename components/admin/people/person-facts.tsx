import { useFormat } from '#format';
import type { Person } from '@/server/domain/people/contract';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { actionsHref } from '../audit/actions-href';
import { Fact } from '../../ui/facts';
import { TextLink } from '../../ui/text-link';
import { lastSignIn } from './people-list';

interface PersonFactsProps {
  person: Person;
  now: number;
  /** False if the page also has the form that changes the role. */
  hasRole: boolean;
}

export function PersonFacts({ person, now, hasRole }: PersonFactsProps) {
  const format = useFormat();
  const { successor } = person;
  const facts = [
    ...(hasRole ? [['Role', ROLE_WORDS[person.role]] as const] : []),
    ['Member since', format.instant(person.since, 'day')],
    ...(person.ended_at ? [['Removed', format.instant(person.ended_at)] as const] : []),
    [
      'Last sign-in',
      <span key="sign-in">
        <span className="block">{lastSignIn(person, format, now)}</span>
        <TextLink href={actionsHref(person.id)} className="inline-flex min-h-6 items-center">
          Actions in the audit log
        </TextLink>
      </span>,
    ],
    ['Connected applications', String(person.applications)],
    // Their results go to the successor.
    ...(successor ? [] : [['Open lab orders', String(person.open_orders)] as const]),
    ['Unsigned reports', String(person.open_reports)],
  ] as const;
  return (
    <dl
      className={`mb-8 grid gap-x-6 gap-y-2.5 border-y border-line py-3 sm:grid-cols-2 ${hasRole ? 'lg:grid-cols-3' : 'lg:grid-cols-5'}`}
    >
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
      {successor ? (
        <Fact label="Open work reassigned to">
          <TextLink href={`/admin/people/${successor.id}`}>{successor.name}</TextLink>
        </Fact>
      ) : null}
    </dl>
  );
}
