import { and, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../db/transaction';
import { lowestIdAt } from './ids';
import { COUNT_CAP, totalCount } from './paging';

interface TimeFilters {
  created_since?: string | undefined;
  created_until?: string | undefined;
  updated_since?: string | undefined;
  updated_until?: string | undefined;
}

/**
 * `since` is inclusive, `until` exclusive. An ID contains its creation time, so bounds on the ID also bound the index
 * scan; without them, listing the last minutes would scan all rows.
 */
export function timeFilters(
  table: { id: PgColumn; createdAt: PgColumn; updatedAt: PgColumn },
  input: TimeFilters,
): SQL[] {
  const conditions: SQL[] = [];
  if (input.created_since) {
    const since = new Date(input.created_since);
    conditions.push(gte(table.createdAt, since), gte(table.id, lowestIdAt(since)));
  }
  if (input.created_until) {
    const until = new Date(input.created_until);
    conditions.push(lt(table.createdAt, until), lt(table.id, lowestIdAt(until)));
  }
  if (input.updated_since) conditions.push(gte(table.updatedAt, new Date(input.updated_since)));
  if (input.updated_until) conditions.push(lt(table.updatedAt, new Date(input.updated_until)));
  return conditions;
}

/** Counts the rows of a list for `include=total_count`. */
export async function countRows(
  tx: Tx,
  table: PgTable,
  conditions: (SQL | undefined)[],
): Promise<ReturnType<typeof totalCount>> {
  const inner = tx
    .select({ one: sql`1` })
    .from(table)
    .where(and(...conditions))
    .limit(COUNT_CAP + 1)
    .as('capped');
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(inner);
  return totalCount(row?.count ?? 0);
}

/** Conditions of several lists, of each of which one entry must match; a list without entries matches nothing. */
export const anyOf = <T>(lists: T[][] | undefined, condition: (list: T[]) => SQL): SQL[] =>
  (lists ?? []).map((list) => (list.length === 0 ? sql`false` : condition(list)));

/** Order of names in lists: without it, all capitals precede all small letters ("BUN" before "Basic metabolic panel"). */
export const caseless = (name: PgColumn): SQL<string> => sql<string>`lower(${name})`;
