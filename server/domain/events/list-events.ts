import { sql, type SQL } from 'drizzle-orm';
import { HORIZON } from '../../db/generations';
import type { Tx } from '../../db/transaction';
import type { EventType } from '../../events/catalog';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { lowestIdAt, readId } from '../../shared/ids';
import { COUNT_CAP, openPage, totalCount, type CursorValue } from '../../shared/paging';
import type { Event, EventList, ListEventsInput } from './contract';
import { EVENT_SCOPES, eventObject, visibleTypes } from './visible-events';

/**
 * Lists events without gaps: events are sorted by transaction, and one is returned only once no older transaction is
 * running that could still insert an event before it. So a cursor never has to look back.
 * @throws DomainError `insufficient_scope`, `invalid_cursor`
 */
export function listEvents(ctx: Context, input: ListEventsInput): Promise<EventList> {
  return perform(ctx, { action: 'list_events', kind: 'list', scope: EVENT_SCOPES }, async (tx) => {
    const types = visibleTypes(ctx, input);
    const page = openPage<EventRow>(ctx, 'events', input);
    const forward = input.sort === 'position';
    const conditions = filters(ctx, input);
    // With a cursor, one bound is enough, and the index starts at the first one it gets: the cursor itself is below the
    // horizon and beyond the oldest position.
    const bounds = [
      ...(page.after && !forward ? [] : [BELOW_HORIZON]),
      ...(page.after && forward ? [] : oldest(ctx, input)),
    ];
    const rows = await read(tx, [...conditions, ...bounds], types, {
      forward,
      after: page.after,
      limit: page.limit + 1,
      whole: input.object_id !== undefined,
    });
    // Polling continues from its last position even if there are no events yet.
    const stay = forward ? (page.after ?? BEGINNING) : undefined;
    const list = page.close(rows, (row) => [row.txid, row.id], present, stay);
    const all = [...conditions, BELOW_HORIZON, ...oldest(ctx, input)];
    const count = input.include ? await counted(tx, all, types) : {};
    return {
      output: { ...list, ...count },
      audit: {
        objectKind: 'event',
        patientIds: patientsOf(list.data),
        detail: { count: list.data.length },
      },
    };
  });
}

interface EventRow {
  txid: string;
  id: string;
  body: string;
  [column: string]: unknown;
}

const BEGINNING: CursorValue[] = ['0', '00000000-0000-0000-0000-000000000000'];

/** The exact text sent to webhooks, parsed. */
const present = (row: EventRow): Event => JSON.parse(row.body) as Event;

const patientsOf = (events: Event[]): string[] =>
  events.flatMap(({ test, data: { object } }) => {
    // The patient of a test event is made up.
    const shown = test ? [] : [object.patient_id, object.survivor_id];
    return shown.flatMap((id) => (id && readId('patient', id)) || []);
  });

/** Upper limit of a transaction's duration; `created_since` may miss events of longer ones. */
const LONGEST_TRANSACTION = 3_600_000;
const MADE_BEFORE = 60_000;

function filters(ctx: Context, input: ListEventsInput): SQL[] {
  const { orgId } = ctx.actor;
  const conditions = [sql`e.org_id = ${orgId}`];
  const object = input.object_id ? eventObject(input.object_id) : undefined;
  // A well-formed ID that is not one of our UUIDs has no events.
  if (input.object_id)
    conditions.push(
      object ? sql`e.object_id = ${object.id}::uuid and e.object_kind = ${object.kind}` : sql`false`,
    );
  if (input.created_since) {
    conditions.push(
      sql`e.created_at >= ${new Date(input.created_since).toISOString()}::timestamptz`,
      // An ID is generated just before its timestamp; this bound gives the planner a row estimate.
      sql`e.id >= ${idBefore(input.created_since, MADE_BEFORE)}::uuid`,
    );
  }
  return conditions;
}

const idBefore = (instant: string, milliseconds: number): string =>
  lowestIdAt(new Date(new Date(instant).getTime() - milliseconds));

// oxlint-disable-next-line project/no-raw-sql -- a constant
const BELOW_HORIZON = sql`e.txid < ${sql.raw(HORIZON)}`;

/** Translates `created_since` to a bound in transaction order: IDs contain the time, positions do not. */
function oldest(ctx: Context, input: ListEventsInput): SQL[] {
  if (!input.created_since) return [];
  const { orgId } = ctx.actor;
  const before = idBefore(input.created_since, LONGEST_TRANSACTION);
  return [
    sql`e.txid >= (select max(b.txid) from ((select o.txid from events o where o.org_id = ${orgId} and o.id < ${before}::uuid order by o.id desc limit 1) union all select '0'::xid8) b)`,
  ];
}

interface Way {
  forward: boolean;
  after: CursorValue[] | null;
  limit: number;
  /** The matching rows are few, and read through another index. */
  whole: boolean;
}

/**
 * Reads some types as one index range each, because rare types among millions of events would be slow to find
 * otherwise.
 */
async function read(
  tx: Tx,
  conditions: SQL[],
  types: EventType[] | null,
  { forward, after, limit, whole }: Way,
): Promise<EventRow[]> {
  const direction = forward ? sql`asc` : sql`desc`;
  const beyond = after
    ? [sql`(e.txid, e.id) ${forward ? sql`>` : sql`<`} (${after[0]}::xid8, ${after[1]}::uuid)`]
    : [];
  const fitting = (more: SQL[]) =>
    sql`select e.txid, e.id, e.body from events e where ${sql.join([...conditions, ...beyond, ...more], sql` and `)}`;
  const first = (from: SQL) =>
    sql`select x.txid, x.id, x.body from (${from}) x order by x.txid ${direction}, x.id ${direction} limit ${limit}`;
  const pick = (more: SQL[]) =>
    sql`${fitting(more)} order by e.txid ${direction}, e.id ${direction} limit ${limit}`;
  const named = types === null ? [] : [ofTypes(types)];
  const statement = whole
    ? // The offset keeps the planner from scanning positions until it happens to find the object.
      first(sql`${fitting(named)} offset 0`)
    : types === null
      ? pick([])
      : first(
          sql`select y.* from unnest(${sql.param(types)}::text[]) as t (type) cross join lateral (${pick([sql`e.type = t.type`])}) y`,
        );
  return (await tx.execute<EventRow>(statement)).rows;
}

const ofTypes = (types: EventType[]): SQL => sql`e.type = any(${sql.param(types)}::text[])`;

async function counted(
  tx: Tx,
  conditions: SQL[],
  types: EventType[] | null,
): Promise<ReturnType<typeof totalCount>> {
  const all = types === null ? conditions : [...conditions, ofTypes(types)];
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from events e where ${sql.join(all, sql` and `)} limit ${COUNT_CAP + 1}) capped`,
  );
  return totalCount(rows[0]?.count ?? 0);
}
