/** Narrows what laboratories call things to a connection, and to what is mapped or not. */
import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { Choice, FilterForm } from '../ui/filter-controls';
import { readMessageQuery } from './message-query';

const STATES = ['unmapped', 'mapped', 'all'] as const;

export interface MappingQuery {
  connection: string | undefined;
  state: (typeof STATES)[number];
}

/** Values that mean nothing are left out. */
export const readMappingQuery = (given: (name: string) => string | undefined): MappingQuery => ({
  connection: readMessageQuery(given).connection,
  state: STATES.find((state) => state === given('state')) ?? 'unmapped',
});

/** As it stands in the address. */
export const addressOfMapping = ({ connection, state }: MappingQuery) => ({
  connection,
  state: state === 'unmapped' ? undefined : state,
});

/** Said when the names of the connections could not be read. */
export const NO_CONNECTIONS = {
  what: 'The connections that the filter offers',
  rest: 'The list is complete.',
  className: 'mb-4',
};

interface MappingFilterProps {
  path: string;
  query: MappingQuery;
  feeds: readonly Pick<Feed, 'id' | 'name'>[];
}

export function MappingFilter({ path, query, feeds }: MappingFilterProps) {
  const { connection, state } = addressOfMapping(query);
  return (
    <FilterForm path={path}>
      <Choice id="connection" label="Connection" value={connection} all="All connections">
        {feeds.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice id="state" label="State" value={state} all="Not mapped">
        <option value="mapped">Mapped</option>
        <option value="all">All</option>
      </Choice>
    </FilterForm>
  );
}
