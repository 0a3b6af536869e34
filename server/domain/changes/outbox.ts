import { HORIZON } from '../../db/generations';
import { queryNamed } from '../../db/prepared';
import type { Tx } from '../../db/transaction';
import type { EventType } from '../../events/catalog';
import { showId } from '../../shared/ids';
import type { Changes } from './contract';

/** Reads the outbox by position, and summarizes its events for pages. */

export interface OutboxEvent {
  orgId: string;
  id: string;
  txid: string;
  type: EventType;
  objectId: string;
  /** A chart was restricted, or the restriction lifted: lists show initials or the name. */
  isRestriction: boolean;
  /** The charts, as `chartCode`: after a move both. */
  charts: string[];
}

export interface Outbox {
  /** All transactions below have ended: no event can be inserted there. */
  position: string;
  /** Visible events from the requested position, also above `position`. */
  events: OutboxEvent[];
  /** Organizations with unread events. */
  truncated: Set<string>;
}

const MOST = 500;

const READ = {
  name: 'read_outbox',
  text: `select ${HORIZON}::text as position,
      e.org_id as "orgId", e.id, e.txid::text as txid, e.type, e.object_id as "objectId",
      e.type = 'patient.updated' and e.body like '%"changed_fields":["restricted"]%' as "isRestriction",
      array(select distinct m[1] from regexp_matches(e.body, 'pat_[0-9a-z]{24}([0-9a-z]{2})', 'g') m) as charts
    from (select 1) as always
    left join lateral (
      select newest.* from unnest($1::uuid[]) as o (org_id) cross join lateral (
        select e.org_id, e.id, e.txid, e.type, e.object_id, e.body from events e
        where e.org_id = o.org_id and e.txid >= $2::xid8
        order by e.txid desc, e.id desc limit $3) newest
    ) e on true`,
};

/**
 * One statement, so that position and events belong to the same snapshot.
 * @param from a position; events at or above it are returned
 */
export async function readOutbox(tx: Tx, orgIds: readonly string[], from: string): Promise<Outbox> {
  const rows = await queryNamed<OutboxEvent & { position: string }>(tx, READ, [orgIds, from, MOST]);
  const events = rows.filter(({ id }) => id !== null).reverse();
  const counts = new Map<string, number>();
  for (const { orgId } of events) counts.set(orgId, (counts.get(orgId) ?? 0) + 1);
  return {
    position: rows[0]!.position,
    events,
    truncated: new Set([...counts].filter(([, count]) => count >= MOST).map(([orgId]) => orgId)),
  };
}

export const NO_CHANGES: Changes = {
  object: 'changes',
  everything: false,
  inbox: false,
  critical: [],
  results: [],
  orders: [],
  documents: [],
  charts: [],
  order_charts: [],
  document_charts: [],
  restricted: [],
};
export const EVERYTHING: Changes = { ...NO_CHANGES, everything: true };

const CRITICAL: ReadonlySet<EventType> = new Set([
  'lab_result.critical',
  'lab_result.critical_unacknowledged',
]);
const NEW_VERSION: ReadonlySet<EventType> = new Set([
  'lab_result.updated',
  'lab_result.finalized',
  'lab_result.corrected',
  'lab_result.cancelled',
  'lab_result.reassigned',
]);
const INBOX: ReadonlySet<EventType> = new Set([
  // The start page and the list of unmatched reports, which may be critical.
  'lab_result.unmatched',
  // The inbox omits reports of deleted patients.
  'patient.deleted',
  'patient.restored',
]);

/** @returns null if no page shows the object of the event */
export function changesOf({
  type,
  objectId,
  isRestriction,
  charts,
}: Pick<OutboxEvent, 'type' | 'objectId' | 'isRestriction' | 'charts'>): Changes | null {
  if (CRITICAL.has(type)) return { ...NO_CHANGES, inbox: true, critical: [showId('lab_result', objectId)] };
  if (NEW_VERSION.has(type))
    return { ...NO_CHANGES, inbox: true, results: [showId('lab_result', objectId)], charts };
  // An open report shows that a colleague has signed it. Its list of the chart does not change.
  if (type === 'lab_result.reviewed')
    return { ...NO_CHANGES, inbox: true, results: [showId('lab_result', objectId)] };
  if (type === 'lab_result.created') return { ...NO_CHANGES, inbox: true, charts };
  if (isRestriction) return { ...NO_CHANGES, inbox: true, restricted: charts };
  if (INBOX.has(type)) return { ...NO_CHANGES, inbox: true };
  if (type.startsWith('lab_order.'))
    return { ...NO_CHANGES, orders: [showId('lab_order', objectId)], order_charts: charts };
  if (type.startsWith('document.'))
    return { ...NO_CHANGES, documents: [showId('document', objectId)], document_charts: charts };
  return null;
}

/** Above this number a page reloads everything, which is less work than single reads. */
const MOST_IDS = 100;

export function merged(one: Changes, other: Changes): Changes {
  const both = (key: Exclude<keyof Changes, 'object' | 'everything' | 'inbox'>) => [
    ...new Set([...one[key], ...other[key]]),
  ];
  const all: Changes = {
    object: 'changes',
    everything: one.everything || other.everything,
    inbox: one.inbox || other.inbox,
    critical: both('critical'),
    results: both('results'),
    orders: both('orders'),
    documents: both('documents'),
    charts: both('charts'),
    order_charts: both('order_charts'),
    document_charts: both('document_charts'),
    restricted: both('restricted'),
  };
  const { critical, results, orders, documents } = all;
  const isTooMuch = critical.length + results.length + orders.length + documents.length > MOST_IDS;
  return all.everything || isTooMuch ? EVERYTHING : all;
}

/** @returns null if none of the events changes a page */
export const summaryOf = (events: readonly OutboxEvent[]): Changes | null =>
  events.reduce<Changes | null>((sum, event) => {
    const next = changesOf(event);
    return next && sum ? merged(sum, next) : (next ?? sum);
  }, null);
