import { and, asc, desc, eq, gte, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { auditEvents } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { idTime, lowestIdAt, readId } from '../../shared/ids';
import { COUNT_CAP, openPage, totalCount, type CursorValue } from '../../shared/paging';
import { BEGINNING, beyond, boundsNow } from '../../shared/positions';
import type { AuditEventList, ListAuditEventsInput } from './contract';
import { conditionsOf, presentEvent, type AuditRow } from './entries';
import { entriesOfPatient, ownPatients } from './of-patient';

const OPERATION = {
  action: 'list_audit_events',
  kind: 'list',
  scope: 'audit:read',
  role: 'auditor',
  // IDs only
  restrictedCharts: 'all',
} as const;

/**
 * Lists audit events for programs, without gaps (`positions.ts`).
 * @throws DomainError `invalid_cursor`
 */
export function listAuditEvents(ctx: Context, input: ListAuditEventsInput): Promise<AuditEventList> {
  return perform(ctx, OPERATION, async (tx) => {
    const { orgId } = ctx.actor;
    const page = openPage<AuditRow>(ctx, 'audit_events', input);
    const forward = input.sort === 'position';
    const { first, last } = await boundsNow(tx, auditEvents.txid, auditEvents, orgId, {
      since: input.occurred_since,
      until: input.occurred_until,
    });
    const matching = await matchingOf(tx, orgId, input);
    // The cursor itself is a bound; with another one on the same side the index may start there.
    const range = [
      ...(page.after && forward ? [] : first),
      ...(page.after && !forward ? [] : last),
      ...(page.after ? [beyond(auditEvents, forward, page.after), inPartitions(forward, page.after)] : []),
    ];
    const rows = matching
      ? await readPage(matching, range, { forward, after: page.after, limit: page.limit + 1 })
      : [];
    const own = await ownPatients(
      tx,
      orgId,
      rows.slice(0, page.limit).flatMap(({ patientIds }) => patientIds),
    );
    // A collector that polls continues from its last position even if there are no entries yet.
    const stay = forward ? (page.after ?? BEGINNING) : undefined;
    const list = page.close(
      rows,
      (row) => [row.txid, row.id],
      (row) => presentEvent(row, own),
      { stay },
    );
    const count = input.include ? totalCount(matching ? await matching.count([...first, ...last]) : 0) : {};
    return {
      output: { ...list, ...count },
      audit: {
        objectKind: 'audit_event',
        patientIds: [
          ...(matching && input.patient_id ? [readId('patient', input.patient_id)!] : []),
          ...patientsIn(rows.slice(0, page.limit), own),
        ],
        detail: { count: list.data.length },
      },
    };
  });
}

/**
 * The patients of the entries, for the audit. Not those of earlier calls of this operation: they were recorded then, and
 * a collector that follows the log would record them again with each call, for ever.
 */
const patientsIn = (rows: readonly AuditRow[], own: ReadonlySet<string>): string[] =>
  rows.flatMap(({ action, patientIds }) =>
    action === OPERATION.action ? [] : patientIds.filter((id) => own.has(id)),
  );

/** The clocks of two rows differ by less (policy `audit_events_insert`). */
const MOST_APART = 70 * 86_400_000;

/** A bound on IDs that excludes no row, so that PostgreSQL does not search the partitions of all months. */
function inPartitions(forward: boolean, [, id]: CursorValue[]): SQL {
  const at = idTime(String(id)).getTime();
  return forward
    ? gte(auditEvents.id, lowestIdAt(new Date(at - MOST_APART)))
    : lt(auditEvents.id, lowestIdAt(new Date(at + MOST_APART)));
}

/** Two months. */
const NEAR = 62 * 86_400_000;

/**
 * Reads the page from the months next to the cursor or to now, if they fill it: PostgreSQL takes several times as long to
 * plan a search of all months. No row of others can precede a row of these (`MOST_APART`).
 */
async function readPage(
  matching: Matching,
  range: readonly SQL[],
  { forward, after, limit }: { forward: boolean; after: CursorValue[] | null; limit: number },
): Promise<AuditRow[]> {
  const start = after ? idTime(String(after[1])).getTime() : forward ? 0 : Date.now();
  const end = forward ? start + NEAR : start - NEAR;
  const bound = forward
    ? lt(auditEvents.id, lowestIdAt(new Date(end + MOST_APART)))
    : gte(auditEvents.id, lowestIdAt(new Date(end - MOST_APART)));
  const near = await matching.read([...range, bound], forward, limit);
  const last = near.at(-1) && idTime(near.at(-1)!.id).getTime();
  const isFull = near.length === limit && last !== undefined && (forward ? last < end : last >= end);
  const isAll = forward && end > Date.now();
  return isFull || isAll ? near : matching.read(range, forward, limit);
}

interface Matching {
  read(range: readonly SQL[], forward: boolean, limit: number): Promise<AuditRow[]>;
  count(range: readonly SQL[]): Promise<number>;
}

/** The entries that match the filters; null if the patient is unknown. */
async function matchingOf(tx: Tx, orgId: string, input: ListAuditEventsInput): Promise<Matching | null> {
  const { patient_id, occurred_since: since, occurred_until: until } = input;
  const ofPatient = patient_id ? await entriesOfPatient(tx, orgId, patient_id, { since, until }) : undefined;
  if (ofPatient === null) return null;
  const where = (range: readonly SQL[]) => and(eq(auditEvents.orgId, orgId), ...filters(input), ...range);
  const one = sql`1`.as('one');
  if (!ofPatient)
    return {
      read: (range, forward, limit) =>
        tx
          .select()
          .from(auditEvents)
          .where(where(range))
          .orderBy(...inOrder(auditEvents, forward))
          .limit(limit),
      count: (range) =>
        tx.$count(
          tx
            .select({ one })
            .from(auditEvents)
            .where(where(range))
            .limit(COUNT_CAP + 1)
            .as('capped'),
        ),
    };
  // Starts from the patient's entries; the limit keeps the planner from reading the whole log instead.
  const eventIn = (range: readonly SQL[]) =>
    tx
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.id, ofPatient.found.entryId), ofPatient.concerned, where(range)))
      .limit(1)
      .as('event');
  return {
    async read(range, forward, limit) {
      const event = eventIn(range);
      const rows = await tx
        .select()
        .from(ofPatient.found)
        .innerJoinLateral(event, sql`true`)
        .orderBy(...inOrder(event, forward))
        .limit(limit);
      return rows.map((row) => row.event);
    },
    count: (range) =>
      tx.$count(
        tx
          .select({ one })
          .from(ofPatient.found)
          .innerJoinLateral(eventIn(range), sql`true`)
          .limit(COUNT_CAP + 1)
          .as('capped'),
      ),
  };
}

const inOrder = ({ txid, id }: { txid: SQLWrapper; id: SQLWrapper }, forward: boolean): SQL[] =>
  forward ? [asc(txid), asc(id)] : [desc(txid), desc(id)];

const filters = (input: ListAuditEventsInput) => [
  // As stored, also for invalid requests: the portal distinguishes more.
  input.outcome ? eq(auditEvents.outcome, input.outcome === 'denied' ? 'refused' : input.outcome) : undefined,
  input.action ? eq(auditEvents.action, input.action) : undefined,
  ...conditionsOf(auditEvents.id, auditEvents, {
    who: input.actor,
    kind: input.kind,
    since: input.occurred_since,
    until: input.occurred_until,
  }),
];
