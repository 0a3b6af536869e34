/** Filter of the deliveries as a plain form: what is shown stands in the address. */
import { DELIVERY_STATUSES } from '@/server/domain/webhooks/rules';
import { formatDate } from '../format/dates';
import { word } from '../format/words';
import { Choice, Day, FilterForm } from '../ui/filter-controls';
import { TextLink } from '../ui/text-link';
import type { DeliveryQuery } from './delivery-query';
import { EVENT_NAMES } from './event-words';

export function DeliveryFilter({ path, query }: { path: string; query: DeliveryQuery }) {
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <FilterForm path={path} after={isFiltered ? <TextLink href={path}>Show everything</TextLink> : null}>
      <Choice id="state" label="State" value={query.state} all="Any">
        {DELIVERY_STATUSES.map((status) => (
          <option key={status} value={status}>
            {word('delivery', status)}
          </option>
        ))}
      </Choice>
      <Choice id="event" label="Event" value={query.event} all="All">
        {EVENT_NAMES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Choice>
      <Day id="from" label="From, as 05-Nov-2026" value={query.from && formatDate(query.from)} />
      <Day id="to" label="To, this day too" value={query.to && formatDate(query.to)} />
    </FilterForm>
  );
}
