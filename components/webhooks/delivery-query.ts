/** What the address of a webhook's page asks of its deliveries, and what that means in the words of the interface. */
import type { ListDeliveriesInput } from '@/server/domain/webhooks/contract';
import { DELIVERY_STATUSES, type DeliveryStatus } from '@/server/domain/webhooks/rules';
import { startOfDay } from '../format/dates';
import { parseDate } from '../format/parse-date';
import { EVENT_NAMES } from './event-words';

type EventType = NonNullable<ListDeliveriesInput['event_type']>;

export interface DeliveryQuery {
  state: DeliveryStatus | undefined;
  event: EventType | undefined;
  /** Calendar days, both included. */
  from: string | undefined;
  to: string | undefined;
}

const DAY_MS = 86_400_000;
const among = <T extends string>(words: readonly T[], value: string | undefined): T | undefined =>
  words.find((word) => word === value);

/** Values that mean nothing are left out: the page shows what remains, and the form says what that is. */
export function readDeliveryQuery(given: (name: string) => string | undefined): DeliveryQuery {
  const day = (name: string) => parseDate(given(name) ?? '') ?? undefined;
  return {
    state: among(DELIVERY_STATUSES, given('state')),
    event: among(EVENT_NAMES, given('event')),
    from: day('from'),
    to: day('to'),
  };
}

/** The same for the interface: days of the organisation's zone become instants. */
export function deliveryFilters({ state, event, from, to }: DeliveryQuery, zone: string) {
  const since = from && startOfDay(from, zone);
  const dayAfter = to && new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const until = dayAfter && startOfDay(dayAfter, zone);
  return {
    ...(state ? { status: state } : {}),
    ...(event ? { event_type: event } : {}),
    ...(since ? { created_since: since } : {}),
    ...(until ? { created_until: until } : {}),
  };
}
