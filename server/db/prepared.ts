import { sql, type Placeholder } from 'drizzle-orm';
import type { Tx } from './transaction';

/**
 * A named statement for the hot path: built by drizzle, and parsed and planned by Postgres, once per connection. Only
 * for fixed text; pass values through `sql.placeholder`. All organizations share the plan, so use it only where one
 * index answers the whole query at any size. A transaction pooler in front of Postgres must support named statements
 * (PgBouncer 1.21: `max_prepared_statements`).
 */
interface Preparable<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> };
}

const names = new Set<string>();

/** @param name unique in the process */
export function prepared<Values extends Record<string, unknown>, Rows>(
  name: string,
  build: (tx: Tx) => Preparable<Rows>,
): (tx: Tx, values: Values) => Promise<Rows> {
  if (names.has(name)) throw new Error(`There is a statement ${name} already`);
  names.add(name);
  const made = new WeakMap<Tx, ReturnType<Preparable<Rows>['prepare']>>();
  return (tx, values) => {
    let statement = made.get(tx);
    if (!statement) made.set(tx, (statement = build(tx).prepare(name)));
    return statement.execute(values);
  };
}

/**
 * A limit in the text of a named statement, so that the planner knows how few rows are needed. Drizzle would send the
 * number as a parameter, for which Postgres makes a new plan each time. It accepts SQL as a limit, but its type names numbers
 * and placeholders only.
 */
// oxlint-disable-next-line project/no-raw-sql -- a number of the module that calls it
export const literalLimit = (limit: number): Placeholder => sql.raw(String(limit)) as unknown as Placeholder;

/** @property name unique in the process */
export interface NamedStatement {
  name: string;
  text: string;
}

/**
 * Runs a fixed statement that drizzle cannot build (recursive index walks, rows passed as JSON, locks), planned once
 * per connection like `prepared`. The query is sent before this function returns.
 */
export async function queryNamed<Row>(
  tx: Tx,
  { name, text }: NamedStatement,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await tx.client.query({ name, text, values });
  return rows as Row[];
}
