import type { Message, Segment } from './message';
import type { NormalTime } from './normal-message';
import { orderParts, sentOrder, type OrderParts, type SentOrder } from './order-parts';
import { orNull, readCode, codeName } from './read-data-types';
import { readTime } from './time';

/**
 * The progress of orders in later messages of the laboratory: ORU and OUL with ORC, OSU^O51, ORM and OML with SC, and
 * ORL or ORR that arrive on their own.
 */
export interface OrderUpdate extends SentOrder {
  /** Null: the message has no information about the progress of the order. */
  state: OrderState | null;
  /** ORC-4: our order number, if the laboratory repeats it. */
  group: string | null;
  /** ORC-9, else OBR-22. */
  at: NormalTime | null;
  name: string | null;
  /** A test that the laboratory added, for example a reflex test; null: it was ordered. */
  addedTo: { placer: string | null; filler: string | null } | null;
}

type OrderState =
  | 'accepted'
  | 'in_progress'
  | 'on_hold'
  | 'partial'
  | 'completed'
  | 'cancelled'
  | 'replaced'
  | 'rejected'
  | 'cancel_refused'
  | 'unknown_order';

/**
 * Order controls (HL7 table 0119) that decide alone. CA and DC are requests of the placer, but laboratories send them
 * instead of OC and OD. CM is a status, sent as a control.
 */
const BY_CONTROL: Readonly<Record<string, OrderState>> = {
  UA: 'rejected',
  DE: 'rejected',
  UC: 'cancel_refused',
  UD: 'cancel_refused',
  CR: 'cancelled',
  DR: 'cancelled',
  OC: 'cancelled',
  OD: 'cancelled',
  CA: 'cancelled',
  DC: 'cancelled',
  OH: 'on_hold',
  HR: 'on_hold',
  RQ: 'replaced',
  RU: 'replaced',
  CM: 'completed',
};

/** HL7 table 0038 (ORC-5). */
const BY_STATUS: Readonly<Record<string, OrderState>> = {
  A: 'partial',
  CA: 'cancelled',
  CM: 'completed',
  DC: 'cancelled',
  ER: 'unknown_order',
  HD: 'on_hold',
  IP: 'in_progress',
  RP: 'replaced',
  SC: 'accepted',
};

/** HL7 table 0123 (OBR-25), values that the results in the message do not show. */
const BY_RESULT: Readonly<Record<string, OrderState>> = {
  O: 'accepted',
  S: 'accepted',
  I: 'in_progress',
  X: 'cancelled',
};

/** Controls that mean "accepted" if there is no status. OE: released from hold. */
const ACCEPTED: ReadonlySet<string> = new Set(['OK', 'NA', 'OE', 'OR', 'XR']);
/** New orders and requests of a placer, whose other fields are not the progress of ours. */
const REQUESTS: ReadonlySet<string> = new Set(['NW', 'XO', 'RP', 'RO', 'HD', 'RL', 'SS', 'PR']);

/** @param zone IANA name, for times without an offset */
export function readOrderUpdates(message: Message, zone: string): OrderUpdate[] {
  return orderParts(message).orders.map((parts) => update(parts, zone));
}

function update(parts: OrderParts, zone: string): OrderUpdate {
  const { orc, obr } = parts;
  const order = sentOrder(parts);
  const sentAt = orc?.text(9) || obr?.text(22) || '';
  return {
    ...order,
    state: stateOf(order, obr?.text(25).toUpperCase() ?? ''),
    group: orNull(orc?.text(4) ?? ''),
    at: readTime(sentAt, zone),
    name: obr && codeName(readCode(obr, 4)),
    addedTo: addedTo(parts, order),
  };
}

function stateOf({ control, status }: SentOrder, result: string): OrderState | null {
  if (REQUESTS.has(control)) return null;
  return (
    BY_CONTROL[control] ??
    BY_STATUS[status ?? ''] ??
    BY_RESULT[result] ??
    (ACCEPTED.has(control) ? 'accepted' : null)
  );
}

/** OBR-11 `G` is a generated order; a child order has the numbers of its parent in OBR-29 or ORC-8. */
function addedTo({ orc, obr }: OrderParts, { control }: SentOrder): OrderUpdate['addedTo'] {
  const parent = pair(obr, 29) ?? pair(orc, 8);
  if (parent) return parent;
  const isAdded = control === 'CH' || control === 'SN' || obr?.text(11).toUpperCase() === 'G';
  return isAdded ? { placer: null, filler: null } : null;
}

/** EIP. Null if it has no number. */
function pair(segment: Segment | null, field: number): OrderUpdate['addedTo'] {
  const placer = orNull(segment?.text(field, 1, 1) ?? '');
  const filler = orNull(segment?.text(field, 2, 1) ?? '');
  return placer === null && filler === null ? null : { placer, filler };
}
