import { HORIZON } from '../../db/generations';
import { queryNamed } from '../../db/prepared';
import type { Tx } from '../../db/transaction';
import type { EventType } from '../../events/catalog';
import { HELD_KINDS, type PageNotice } from '../../events/notify-pages';
import { readId, showId } from '../../shared/ids';
import { restrictedCharts } from '../../shared/restricted-charts';
import type { Changes } from './contract';
import { chartCode } from './rules';

/** Reads the outbox by position, and summarizes its events for pages. */

export interface OutboxEvent {
  orgId: string;
  id: string;
  txid: string;
  type: EventType | PageNotice;
  objectId: string;
  /** A chart was restricted, or the restriction lifted: lists show initials or the name. */
  isRestriction: boolean;
  /** `pat_…`: after a move both. */
  patients: string[];
  /** A critical report was assigned, or returned to the group. */
  isCriticalAssignment: boolean;
  /** `usr_…`, `key_…` or `system` */
  actor: string | null;
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
      e.type = 'lab_result.reviewer_changed' and e.body like '%"severity":"critical"%' as "isCriticalAssignment",
      substring(e.body from '"actor":"([^"]+)"') as actor,
      array(select distinct m[1] from regexp_matches(e.body, '(pat_[0-9a-z]{26})', 'g') m) as patients
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
  unmatched: [],
  decided: [],
  results: [],
  orders: [],
  documents: [],
  charts: [],
  order_charts: [],
  document_charts: [],
  restricted: [],
};
export const EVERYTHING: Changes = { ...NO_CHANGES, everything: true };

const CRITICAL: ReadonlySet<OutboxEvent['type']> = new Set([
  'lab_result.critical',
  'lab_result.critical_unacknowledged',
]);
const NEW_VERSION: ReadonlySet<OutboxEvent['type']> = new Set([
  'lab_result.updated',
  'lab_result.finalized',
  'lab_result.corrected',
  'lab_result.cancelled',
  'lab_result.reassigned',
]);
/** The inbox omits reports of deleted patients. */
const DELETION: ReadonlySet<OutboxEvent['type']> = new Set(['patient.deleted', 'patient.restored']);

/** What the role of a user shows. */
interface Sees {
  inbox: boolean;
  unmatched: boolean;
  /** Unmatched items of any kind. */
  held: boolean;
  patients: boolean;
  /** And orders. */
  results: boolean;
  documents: boolean;
}

/** Whose changes these are for. */
export interface Reader {
  sees: Sees;
  /** UUID */
  userId: string;
}

/** The restricted charts among those of the events (`pat_…`), each with the users (UUIDs) who have opened it. */
export type Restricted = ReadonlyMap<string, ReadonlySet<string>>;

export async function restrictedOf(
  tx: Tx,
  orgId: string,
  events: readonly OutboxEvent[],
): Promise<Restricted> {
  const ids = events
    .flatMap(({ patients }) => patients)
    .map((id) => readId('patient', id))
    .filter((id) => id !== null);
  const found = await restrictedCharts(tx, orgId, ids);
  return new Map([...found].map(([id, users]) => [showId('patient', id), users]));
}

type Event = Omit<OutboxEvent, 'orgId' | 'id' | 'txid'>;

/**
 * Of restricted charts that the reader has not opened: that they were restricted, and for signers the critical results,
 * which the inbox lists with initials.
 * @returns null if no page of the reader shows the object of the event
 */
export function changesOf(event: Event, { sees, userId }: Reader, restricted: Restricted): Changes | null {
  const isOpen = (patient: string) => restricted.get(patient)?.has(userId) ?? true;
  const changes = everyChangeOf(event, event.patients.filter(isOpen), userId);
  const seen = changes && permitted(changes, sees);
  return seen && isAnything(seen) ? seen : null;
}

/** @param open the charts of the event that are not restricted, or that the reader has opened */
function everyChangeOf(
  { type, objectId, isRestriction, patients, isCriticalAssignment, actor }: Event,
  open: readonly string[],
  userId: string,
): Changes | null {
  const charts = [...new Set(open.map(chartCode))];
  const ifOpen = (id: string) => (open.length > 0 || patients.length === 0 ? [id] : []);
  const result = showId('lab_result', objectId);
  // Not to those who assigned it.
  if (CRITICAL.has(type) || (isCriticalAssignment && actor !== showId('user', userId)))
    return { ...NO_CHANGES, inbox: true, critical: [result], results: ifOpen(result) };
  if (NEW_VERSION.has(type)) return { ...NO_CHANGES, inbox: true, results: ifOpen(result), charts };
  // An open report shows that a colleague has signed it, or its assignee. Its list of the chart does not change.
  if (type === 'lab_result.reviewed' || type === 'lab_result.reviewer_changed')
    return { ...NO_CHANGES, inbox: true, results: ifOpen(result) };
  if (type === 'lab_result.created') return { ...NO_CHANGES, inbox: true, charts };
  if (type === 'lab_result.unmatched')
    return { ...NO_CHANGES, inbox: true, unmatched: [showId('inbound_report', objectId)] };
  const held = HELD_KINDS.find((kind) => type === `portal.${kind}`);
  if (held) return { ...NO_CHANGES, decided: [showId(held, objectId)] };
  if (isRestriction) return { ...NO_CHANGES, inbox: true, restricted: [...new Set(patients.map(chartCode))] };
  if (DELETION.has(type)) return { ...NO_CHANGES, inbox: true, charts };
  if (type.startsWith('lab_order.'))
    return { ...NO_CHANGES, orders: ifOpen(showId('lab_order', objectId)), order_charts: charts };
  if (type.startsWith('document.'))
    return { ...NO_CHANGES, documents: ifOpen(showId('document', objectId)), document_charts: charts };
  return null;
}

function permitted(changes: Changes, sees: Sees): Changes {
  const { inbox, critical, unmatched, decided, restricted } = changes;
  const { results, charts, orders, order_charts } = changes;
  const { documents, document_charts } = changes;
  return {
    ...NO_CHANGES,
    ...(sees.inbox ? { inbox, critical } : {}),
    ...(sees.unmatched ? { unmatched } : {}),
    ...(sees.held ? { decided } : {}),
    ...(sees.patients ? { restricted } : {}),
    ...(sees.results ? { results, charts, orders, order_charts } : {}),
    ...(sees.documents ? { documents, document_charts } : {}),
  };
}

const isAnything = ({ object: _object, ...changes }: Changes): boolean =>
  Object.values(changes).some((value) => (Array.isArray(value) ? value.length > 0 : value));

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
    unmatched: both('unmatched'),
    decided: both('decided'),
    results: both('results'),
    orders: both('orders'),
    documents: both('documents'),
    charts: both('charts'),
    order_charts: both('order_charts'),
    document_charts: both('document_charts'),
    restricted: both('restricted'),
  };
  const { critical, unmatched, decided, results, orders, documents } = all;
  const isTooMuch = [critical, unmatched, decided, results, orders, documents].flat().length > MOST_IDS;
  return all.everything || isTooMuch ? EVERYTHING : all;
}

/** @returns null if none of the events changes a page of the reader */
export const summaryOf = (
  events: readonly OutboxEvent[],
  reader: Reader,
  restricted: Restricted,
): Changes | null =>
  events.reduce<Changes | null>((sum, event) => {
    const next = changesOf(event, reader, restricted);
    return next && sum ? merged(sum, next) : (next ?? sum);
  }, null);
