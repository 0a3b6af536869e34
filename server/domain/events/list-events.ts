import { sql, type SQL } from 'drizzle-orm';
import { events } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { EventType } from '../../events/catalog';
import { PAGE_NOTICES } from '../../events/notify-pages';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { COUNT_CAP, openPage, totalCount, type CursorValue } from '../../shared/paging';
import { BEGINNING, belowHorizon, beyond, leastIdAt, positionsSince } from '../../shared/positions';
import type { Event, EventList, ListEventsInput } from './contract';
import { EVENT_SCOPES, eventObject, visibleTypes } from './visible-events';

/** Events contain IDs, never what a chart says. */
const OPERATION = {
  action: 'list_events',
  kind: 'list',
  scope: EVENT_SCOPES,
  restrictedCharts: 'all',
} as const;

/**
 * Lists events without gaps (`positions.ts`).
 * @throws DomainError `insufficient_scope`, `invalid_cursor`
 */
export function listEvents(ctx: Context, input: ListEventsInput): Promise<EventList> {
  return perform(ctx, OPERATION, async (tx) => {
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
    const list = page.close(rows, (row) => [row.txid, row.id], present, { stay });
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

/** The exact text sent to webhooks, parsed. */
const present = (row: EventRow): Event => JSON.parse(row.body) as Event;

const patientsOf = (data: Event[]): string[] =>
  data.flatMap(({ test, data: { object } }) => {
    // The patient of a test event is made up.
    const shown = test ? [] : [object.patient_id, object.survivor_id];
    return shown.flatMap((id) => (id && readId('patient', id)) || []);
  });

const IS_EVENT = sql`e.type <> all(${sql.param(PAGE_NOTICES)}::text[])`;

function filters(ctx: Context, input: ListEventsInput): SQL[] {
  const { orgId } = ctx.actor;
  const conditions = [sql`e.org_id = ${orgId}`, IS_EVENT];
  const object = input.object_id ? eventObject(input.object_id) : undefined;
  // A well-formed ID that is not one of our UUIDs has no events.
  if (input.object_id)
    conditions.push(
      object ? sql`e.object_id = ${object.id}::uuid and e.object_kind = ${object.kind}` : sql`false`,
    );
  if (input.created_since) {
    conditions.push(
      sql`e.created_at >= ${new Date(input.created_since).toISOString()}::timestamptz`,
      // This bound gives the planner a row estimate.
      sql`e.id >= ${leastIdAt(input.created_since)}::uuid`,
    );
  }
  return conditions;
}

const TXID = sql`e.txid`;
const BELOW_HORIZON = belowHorizon(TXID);

const oldest = (ctx: Context, { created_since }: ListEventsInput): SQL[] =>
  created_since ? [positionsSince(TXID, events, ctx.actor.orgId, created_since)] : [];

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
  const rest = after ? [beyond({ txid: TXID, id: sql`e.id` }, forward, after)] : [];
  const fitting = (more: SQL[]) =>
    sql`select e.txid, e.id, e.body from events e where ${sql.join([...conditions, ...rest, ...more], sql` and `)}`;
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
