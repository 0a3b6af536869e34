import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { catalogTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';

export type NewTest = Omit<typeof catalogTests.$inferInsert, 'updatedAt'>;

/** Postgres accepts at most 65,535 parameters per statement. */
const ROWS_PER_STATEMENT = 500;

const {
  orgId: _org,
  id: _id,
  code: _code,
  labId: _lab,
  createdAt: _created,
  updatedAt,
  ...replaced
} = getTableColumns(catalogTests);
const excluded = ({ name }: { name: string }): SQL => sql`excluded.${sql.identifier(name)}`;
const REPLACE = Object.fromEntries(
  Object.entries({ ...replaced, updatedAt }).map(([key, column]) => [key, excluded(column)]),
);
const columns = Object.values(replaced);
const DIFFERS = sql`(${sql.join(columns, sql`, `)}) is distinct from (${sql.join(columns.map(excluded), sql`, `)})`;

/** Inserts or replaces tests by laboratory and code. @returns how many were new or different */
export async function writeTests(tx: Tx, rows: readonly NewTest[]): Promise<number> {
  let written = 0;
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const batch = rows.slice(from, from + ROWS_PER_STATEMENT);
    const changed = await tx
      .insert(catalogTests)
      .values(batch.map((row) => ({ ...row, updatedAt: databaseTime })))
      .onConflictDoUpdate({
        target: [catalogTests.orgId, catalogTests.labId, catalogTests.code],
        set: REPLACE,
        setWhere: DIFFERS,
      })
      .returning({ id: catalogTests.id });
    written += changed.length;
  }
  return written;
}
