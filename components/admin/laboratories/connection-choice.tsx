import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { reference } from '../../ui/filter';

export type ConnectionName = Pick<Feed, 'id' | 'name'>;

export const connectionChoice = reference(/^lab_[0-7][0-9a-hjkmnp-tv-z]{25}$/, {
  label: 'Connection',
  all: 'All connections',
});

/** A deleted connection is shown by its ID. */
export function connectionOptions(feeds: readonly ConnectionName[], chosen: string | undefined) {
  const isUnknown = chosen !== undefined && !feeds.some(({ id }) => id === chosen);
  return (
    <>
      {isUnknown ? <option value={chosen}>{chosen}</option> : null}
      {feeds.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}

/** For a filter whose options could not be loaded. */
export const NO_CONNECTIONS = {
  what: 'Connections for the filter',
  rest: 'The list is complete.',
  className: 'mb-4',
};
