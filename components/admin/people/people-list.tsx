import { useFormat } from '#format';
import { ROLE_WORDS, SIGN_IN_DAYS } from '@/server/domain/people/rules';
import type { ListedPerson, PersonList } from '@/server/domain/people/contract';
import type { Format } from '../../format/format';
import { Avatar } from '../../ui/avatar';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { FACTOR_WORDS } from './people-filter';

interface PeopleListProps {
  people: PersonList['data'];
  /** ID of the signed-in user. */
  self: string;
  former: boolean;
  now: number;
}

type SignIns = Pick<ListedPerson, 'last_sign_in_at' | 'since'>;

export function lastSignIn({ last_sign_in_at: at, since }: SignIns, format: Format, now: number): string {
  if (at) return format.instant(at);
  // Older sign-ins are not kept.
  return now - Date.parse(since) < SIGN_IN_DAYS * 86_400_000
    ? 'Never'
    : `Not in the last ${SIGN_IN_DAYS} days`;
}

export function PeopleList({ people, self, former, now }: PeopleListProps) {
  const format = useFormat();
  return (
    <DataTable
      caption={former ? 'Former members' : 'Members'}
      isDense
      columns={[
        'Name',
        'Role',
        ...(former ? [] : ['Second factor']),
        'Last sign-in',
        former ? 'Removed' : 'Member since',
      ]}
    >
      {people.map((person) => (
        <Row key={person.id}>
          <RowHead className="wrap-anywhere">
            <span className="flex items-start gap-3">
              <Avatar id={person.id} name={person.name} className="mt-1" />
              <span className="min-w-0">
                <TextLink href={`/admin/people/${person.id}`}>{person.name}</TextLink>
                {person.id === self ? ' (you)' : ''}
                <span className="block text-sm font-normal text-ink-2">{person.email}</span>
              </span>
            </span>
          </RowHead>
          <Cell label="Role">{ROLE_WORDS[person.role]}</Cell>
          {person.second_factor ? (
            <Cell label="Second factor">{FACTOR_WORDS[person.second_factor]}</Cell>
          ) : null}
          <Cell label="Last sign-in">{lastSignIn(person, format, now)}</Cell>
          <Cell label={former ? 'Removed' : 'Member since'} className={former ? '' : 'max-md:hidden'}>
            {person.ended_at ? format.instant(person.ended_at) : format.instant(person.since, 'day')}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
