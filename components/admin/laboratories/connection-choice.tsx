import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { reference } from '../../ui/filter';

/** One laboratory connection in the filter of a list. */

export type ConnectionName = Pick<Feed, 'id' | 'name'>;

export const connectionChoice = reference(/^lab_[0-7][0-9a-hjkmnp-tv-z]{25}$/, {
  label: 'Connection',
  all: 'All connections',
});

/** One that is not offered any more keeps its id. */
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

/** Said when the names of the connections could not be read. */
export const NO_CONNECTIONS = {
  what: 'The connections that the filter offers',
  rest: 'The list is complete.',
  className: 'mb-4',
};
