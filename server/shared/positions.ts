import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { HORIZON } from '../db/generations';
import type { Tx } from '../db/transaction';
import { lowestIdAt } from './ids';
import type { CursorValue } from './paging';

/**
 * Lists without gaps: rows are in the order of their transactions, (txid, id), and one is returned only once no older
 * transaction is running that could still insert a row before it. So a cursor never has to look back.
 */

/** As an ID: the position is before all rows of its transaction. */
export const NOTHING_BEFORE = '00000000-0000-0000-0000-000000000000';
export const BEGINNING: CursorValue[] = ['0', NOTHING_BEFORE];

// oxlint-disable-next-line project/no-raw-sql -- a constant
const horizon = sql.raw(HORIZON);
/** All rows before it are visible to a later statement. */
export const currentHorizon: SQL<string> = horizon as SQL<string>;
export const belowHorizon = (txid: SQLWrapper): SQL => sql`${txid} < ${horizon}`;

/** Upper limit of a transaction's duration; bounds by time may miss rows of longer ones. */
const LONGEST_TRANSACTION = 3_600_000;
/** An ID is generated before the transaction of its row gets its own. */
const MADE_BEFORE = 60_000;

const idAt = (instant: string, milliseconds: number): string =>
  lowestIdAt(new Date(new Date(instant).getTime() + milliseconds));

/** The least ID of a row with a timestamp of this instant or later; IDs are made just before. */
export const leastIdAt = (instant: string): string => idAt(instant, -MADE_BEFORE);

/** Times are translated to positions by IDs, which contain the time. The table has `org_id`, `txid` and `id`. */
function firstSince(table: SQLWrapper, orgId: string, since: string): SQL {
  const before = idAt(since, -LONGEST_TRANSACTION);
  return sql`(select max(b.txid) from ((select o.txid from ${table} o where o.org_id = ${orgId} and o.id < ${before}::uuid order by o.id desc limit 1) union all select '0'::xid8) b)`;
}

function lastUntil(table: SQLWrapper, orgId: string, until: string): SQL {
  const after = idAt(until, LONGEST_TRANSACTION + MADE_BEFORE);
  return sql`(select min(b.txid) from ((select o.txid from ${table} o where o.org_id = ${orgId} and o.id >= ${after}::uuid order by o.id limit 1) union all select '18446744073709551615'::xid8) b)`;
}

export const positionsSince = (txid: SQLWrapper, table: SQLWrapper, orgId: string, since: string): SQL =>
  sql`${txid} >= ${firstSince(table, orgId, since)}`;

interface Bounds {
  first: SQL[];
  last: SQL[];
}

/**
 * The bounds of a list, the horizon and a range of time, as values, so that the planner can estimate the rows between
 * them. Must be read before the rows: what a later statement finds above this horizon may be incomplete.
 */
export async function boundsNow(
  tx: Tx,
  txid: SQLWrapper,
  table: SQLWrapper,
  orgId: string,
  { since, until }: { since: string | undefined; until: string | undefined },
): Promise<Bounds> {
  const { rows } = await tx.execute<{ horizon: string; first: string | null; last: string | null }>(
    sql`select ${horizon} as horizon, ${since ? firstSince(table, orgId, since) : null}::xid8 as first, ${until ? lastUntil(table, orgId, until) : null}::xid8 as last`,
  );
  const found = rows[0]!;
  return {
    first: found.first ? [sql`${txid} >= ${found.first}::xid8`] : [],
    last: [
      sql`${txid} < ${found.horizon}::xid8`,
      ...(found.last ? [sql`${txid} <= ${found.last}::xid8`] : []),
    ],
  };
}

/** Rows after the cursor, in the direction of the list. */
export const beyond = (
  position: { txid: SQLWrapper; id: SQLWrapper },
  forward: boolean,
  [txid, id]: CursorValue[],
): SQL => sql`(${position.txid}, ${position.id}) ${forward ? sql`>` : sql`<`} (${txid}::xid8, ${id}::uuid)`;
