import { DELIVERY_STATUS_WORDS } from '@/server/domain/webhooks/rules';
import { instantsOf } from '../../format/day-range';
import { choice, days, defineFilter, text } from '../../ui/filter';
import { EVENT_NAMES } from './event-words';
import type { Format } from '../../format/format';

const EVENTS = Object.fromEntries(EVENT_NAMES.map((name) => [name, name]));

export const deliveryFilter = defineFilter({
  state: choice(DELIVERY_STATUS_WORDS, { label: 'Status', all: 'All' }),
  event: choice(EVENTS as Record<(typeof EVENT_NAMES)[number], string>, { label: 'Event', all: 'All' }),
  about: text('Event or record ID', 'about', 100),
  ...days(),
});

type DeliveryQuery = ReturnType<typeof deliveryFilter.read>;

/** Days of the organization's time zone become instants. */
export function deliveryInput({ state, event, about, ...range }: DeliveryQuery, format: Format) {
  const { since, until } = instantsOf(range, format);
  return { status: state, event_type: event, about, created_since: since, created_until: until };
}
