import { and, desc, eq, isNull } from 'drizzle-orm';
import { catalogImports, catalogTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { Operation } from '../../shared/perform';
import type { CatalogImport } from './import-contract';
import type { TestRow } from './present';

/** Shared by the operations on imports. */

export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;

/** Without the rows before, which are large. */
const SHOWN = {
  id: catalogImports.id,
  createdAt: catalogImports.createdAt,
  createdBy: catalogImports.createdBy,
  labId: catalogImports.labId,
  labName: catalogImports.labName,
  added: catalogImports.added,
  changed: catalogImports.changed,
  deactivated: catalogImports.deactivated,
  undoneAt: catalogImports.undoneAt,
};
type ShownRow = Pick<typeof catalogImports.$inferSelect, keyof typeof SHOWN>;

const MOST_SHOWN = 20;

/** Also inactive ones. */
export function testsOfLab(tx: Tx, ctx: Context, labId: string): Promise<TestRow[]> {
  return tx
    .select()
    .from(catalogTests)
    .where(and(eq(catalogTests.orgId, ctx.actor.orgId), eq(catalogTests.labId, labId)))
    .orderBy(catalogTests.code);
}

/** The only import of a laboratory that can be undone; later ones were undone before. */
export async function latestImportId(tx: Tx, ctx: Context, labId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: catalogImports.id })
    .from(catalogImports)
    .where(
      and(
        eq(catalogImports.orgId, ctx.actor.orgId),
        eq(catalogImports.labId, labId),
        isNull(catalogImports.undoneAt),
      ),
    )
    .orderBy(desc(catalogImports.id))
    .limit(1);
  return row?.id ?? null;
}

export function recentImports(tx: Tx, ctx: Context): Promise<ShownRow[]> {
  return tx
    .select(SHOWN)
    .from(catalogImports)
    .where(eq(catalogImports.orgId, ctx.actor.orgId))
    .orderBy(desc(catalogImports.id))
    .limit(MOST_SHOWN);
}

export async function presentImports(
  tx: Tx,
  ctx: Context,
  rows: readonly ShownRow[],
): Promise<CatalogImport[]> {
  const names = await namesOfPeople(
    tx,
    ctx,
    rows.map(({ createdBy }) => createdBy),
  );
  const latest = new Map<string, string | null>();
  for (const labId of new Set(rows.map((row) => row.labId)))
    latest.set(labId, await latestImportId(tx, ctx, labId));
  return rows.map((row) => ({
    id: showId('catalog_import', row.id),
    object: 'catalog_import',
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    created_by_name: names.get(row.createdBy) ?? null,
    lab: { id: row.labId, name: row.labName },
    added: row.added,
    changed: row.changed,
    deactivated: row.deactivated,
    undone_at: row.undoneAt?.toISOString() ?? null,
    can_undo: latest.get(row.labId) === row.id,
  }));
}
