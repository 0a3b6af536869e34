import type { Tx } from './transaction';

/**
 * A statement of the hot path: its text is built once per connection, and Postgres parses and plans it once per
 * connection, found again by name. Only for texts that never vary; what a caller gives stands in `sql.placeholder`.
 * The plan serves all organisations: only for statements that one index answers whole, whatever their size.
 * A transaction pooler in front of Postgres must know named statements (PgBouncer 1.21: `max_prepared_statements`).
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

/** @property name unique in the process */
export interface NamedStatement {
  name: string;
  text: string;
}

/**
 * A fixed statement that drizzle cannot write, planned once per connection like `prepared`: recursive walks over an
 * index, rows given as JSON, locks. Sent before this returns.
 */
export async function queryNamed<Row>(
  tx: Tx,
  { name, text }: NamedStatement,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await tx.client.query({ name, text, values });
  return rows as Row[];
}
