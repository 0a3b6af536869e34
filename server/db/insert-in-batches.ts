import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './transaction';

/** Small enough that each statement blocks the event loop for only a few milliseconds. */
const ROWS_PER_STATEMENT = 500;

/**
 * Inserts any number of rows with the same columns, as one JSON parameter per batch: Postgres accepts at most 65,535
 * parameters per statement, and drizzle needs a third of a millisecond per row of `values()`.
 */
export async function insertInBatches<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(getTableColumns(table)).filter(
    ([key, { generated }]) => key in rows[0]! && generated === undefined,
  );
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const batch = rows
      .slice(from, from + ROWS_PER_STATEMENT)
      .map((row: Record<string, unknown>) =>
        Object.fromEntries(columns.map(([key, column]) => [column.name, row[key]])),
      );
    await tx.execute(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${jsonOf(batch)}::json)`,
    );
  }
}

/** Replaces lone surrogates, which Postgres rejects in JSON, with U+FFFD, as the driver does for text parameters. */
function jsonOf(batch: object[]): string {
  const json = JSON.stringify(batch);
  if (!json.includes('\\ud')) return json;
  return JSON.stringify(batch, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(LONE_SURROGATE, '\ufffd') : value,
  );
}

const LONE_SURROGATE = /\p{Surrogate}/gu;
