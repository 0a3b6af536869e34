/** Filter of the deliveries as a plain form: what is shown stands in the address. */
import { DELIVERY_STATUSES } from '@/server/domain/webhooks/rules';
import { formatDate } from '../format/dates';
import { word } from '../format/words';
import { Button } from '../ui/button';
import { TextLink } from '../ui/text-link';
import type { DeliveryQuery } from './delivery-query';
import { EVENT_NAMES } from './event-words';

interface ControlProps {
  id: keyof DeliveryQuery;
  label: string;
  value: string | undefined;
}

export function DeliveryFilter({ path, query }: { path: string; query: DeliveryQuery }) {
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <form action={path} method="get" className="mb-4 flex flex-wrap items-end gap-3 print:hidden">
      <Choice id="state" label="State" value={query.state} all="Any">
        {DELIVERY_STATUSES.map((status) => ({ value: status, label: word('delivery', status) }))}
      </Choice>
      <Choice id="event" label="Event" value={query.event} all="All">
        {EVENT_NAMES.map((type) => ({ value: type, label: type }))}
      </Choice>
      <Day id="from" label="From, as 05-Nov-2026" value={query.from} />
      <Day id="to" label="To, this day too" value={query.to} />
      <Button type="submit" weight="secondary">
        Show
      </Button>
      {isFiltered ? <TextLink href={path}>Show everything</TextLink> : null}
    </form>
  );
}

function Choice({
  id,
  label,
  value,
  all,
  children,
}: ControlProps & { all: string; children: { value: string; label: string }[] }) {
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <select id={id} name={id} defaultValue={value ?? ''} className="control max-w-full">
        <option value="">{all}</option>
        {children.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Day({ id, label, value }: ControlProps) {
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <input
        id={id}
        name={id}
        defaultValue={value === undefined ? '' : formatDate(value)}
        autoComplete="off"
        size={12}
        className="control"
      />
    </div>
  );
}
