import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './transaction';

/** Each statement leaves the event loop free after a few milliseconds. */
const ROWS_PER_STATEMENT = 500;

/**
 * Inserts any number of rows, which all have the same columns. As JSON in one parameter: Postgres takes at most 65,535
 * parameters in one statement, and drizzle needs a third of a millisecond for each row of `values()`.
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

/** Half of a character that needs two is an error in JSON of Postgres, and a replacement character as a parameter. */
function jsonOf(batch: object[]): string {
  const json = JSON.stringify(batch);
  if (!json.includes('\\ud')) return json;
  return JSON.stringify(batch, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(LONE_SURROGATE, '\ufffd') : value,
  );
}

const LONE_SURROGATE = /\p{Surrogate}/gu;
