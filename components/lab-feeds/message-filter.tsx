/** Narrows the list of messages. A plain form: what is shown stands in the address. */
import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { MESSAGE_STATES } from '@/server/domain/inbound-messages/rules';
import { formatDate } from '../format/dates';
import { Choice, Day, FilterForm } from '../ui/filter-controls';
import { TextLink } from '../ui/text-link';
import type { MessageQuery } from './message-query';
import { MESSAGE_WORDS } from './message-words';

interface MessageFilterProps {
  path: string;
  query: MessageQuery;
  feeds: readonly Pick<Feed, 'id' | 'name'>[];
}

export function MessageFilter({ path, query, feeds }: MessageFilterProps) {
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const offered = feeds.some(({ id }) => id === query.connection);
  return (
    <FilterForm path={path} after={isFiltered ? <TextLink href={path}>Show everything</TextLink> : null}>
      <Choice id="connection" label="Connection" value={query.connection} all="All connections">
        {query.connection && !offered ? <option value={query.connection}>{query.connection}</option> : null}
        {feeds.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice id="state" label="State" value={query.state} all="All states">
        {MESSAGE_STATES.map((state) => (
          <option key={state} value={state}>
            {MESSAGE_WORDS[state].word}
          </option>
        ))}
      </Choice>
      <Day id="from" label="From, as 05-Nov-2026" value={query.from && formatDate(query.from)} />
      <Day id="to" label="To, this day too" value={query.to && formatDate(query.to)} />
    </FilterForm>
  );
}
