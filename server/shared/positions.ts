import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { HORIZON } from '../db/generations';
import type { Tx } from '../db/transaction';
import { lowestIdAt } from './ids';
import type { CursorValue } from './paging';

/**
 * Lists without gaps: rows are in the order of their transactions, (txid, id), and one is returned only once no older
 * transaction is running that could still insert a row before it. So a cursor never has to look back.
 */

export const BEGINNING: CursorValue[] = ['0', '00000000-0000-0000-0000-000000000000'];

// oxlint-disable-next-line project/no-raw-sql -- a constant
export const belowHorizon = (txid: SQLWrapper): SQL => sql`${txid} < ${sql.raw(HORIZON)}`;

/**
 * The horizon of this moment, for a list that takes several statements: what a later one finds above it may be
 * incomplete.
 */
export async function belowHorizonNow(tx: Tx, txid: SQLWrapper): Promise<SQL> {
  // oxlint-disable-next-line project/no-raw-sql -- a constant
  const { rows } = await tx.execute<{ horizon: string }>(sql`select ${sql.raw(HORIZON)} as horizon`);
  return sql`${txid} < ${rows[0]!.horizon}::xid8`;
}

/** Upper limit of a transaction's duration; bounds by time may miss rows of longer ones. */
const LONGEST_TRANSACTION = 3_600_000;
/** An ID is generated before the transaction of its row gets its own. */
const MADE_BEFORE = 60_000;

const idAt = (instant: string, milliseconds: number): string =>
  lowestIdAt(new Date(new Date(instant).getTime() + milliseconds));

/** The least ID of a row with a timestamp of this instant or later; IDs are made just before. */
export const leastIdAt = (instant: string): string => idAt(instant, -MADE_BEFORE);

/**
 * Translates a time to a bound in the order of transactions: IDs contain the time, positions do not.
 * @param table with `org_id`, `txid` and `id`
 */
export function positionsSince(txid: SQLWrapper, table: SQLWrapper, orgId: string, since: string): SQL {
  const before = idAt(since, -LONGEST_TRANSACTION);
  return sql`${txid} >= (select max(b.txid) from ((select o.txid from ${table} o where o.org_id = ${orgId} and o.id < ${before}::uuid order by o.id desc limit 1) union all select '0'::xid8) b)`;
}

/** As `positionsSince`, for the end of a time range. */
export function positionsUntil(txid: SQLWrapper, table: SQLWrapper, orgId: string, until: string): SQL {
  const after = idAt(until, LONGEST_TRANSACTION + MADE_BEFORE);
  return sql`${txid} <= (select min(b.txid) from ((select o.txid from ${table} o where o.org_id = ${orgId} and o.id >= ${after}::uuid order by o.id limit 1) union all select '18446744073709551615'::xid8) b)`;
}

/** Rows after the cursor, in the direction of the list. */
export const beyond = (
  position: { txid: SQLWrapper; id: SQLWrapper },
  forward: boolean,
  [txid, id]: CursorValue[],
): SQL => sql`(${position.txid}, ${position.id}) ${forward ? sql`>` : sql`<`} (${txid}::xid8, ${id}::uuid)`;
