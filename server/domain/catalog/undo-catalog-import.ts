import { and, eq, inArray } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { lockThing } from '../../db/locks';
import { catalogImports, catalogTests } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import { actorName, type Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { latestImportId, MANAGE, presentImports } from './catalog-imports';
import { emitCatalogUpdate } from './events';
import type { CatalogImport, CatalogImportPath } from './import-contract';
import { writeTests, type NewTest } from './write-tests';

/**
 * Restores the tests as they were before the latest import of a laboratory. Tests that it added become inactive: orders
 * may refer to them.
 * @throws DomainError `not_found`, `invalid_state` (undone already, or not the latest)
 */
export function undoCatalogImport(ctx: Context, { id }: CatalogImportPath): Promise<CatalogImport> {
  return perform(ctx, { action: 'undo_catalog_import', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const which = and(eq(catalogImports.orgId, orgId), eq(catalogImports.id, pathId('catalog_import', id)));
    const [found] = await tx.select({ labId: catalogImports.labId }).from(catalogImports).where(which);
    if (!found) throw notFound();
    await lockThing(tx, 'catalog', orgId, found.labId);
    const [row] = await tx.select().from(catalogImports).where(which);
    if (row!.undoneAt) throw new DomainError('invalid_state', 'The import is already undone.');
    if ((await latestImportId(tx, ctx, row!.labId)) !== row!.id)
      throw new DomainError('invalid_state', 'Only the latest import of a laboratory can be undone.');
    await writeTests(tx, row!.before.map(restored));
    if (row!.addedIds.length > 0)
      await tx
        .update(catalogTests)
        .set({ active: false, updatedAt: databaseTime })
        .where(and(eq(catalogTests.orgId, orgId), inArray(catalogTests.id, row!.addedIds)));
    const undone = { undoneAt: new Date(), undoneBy: actorName(ctx.actor) };
    await tx.update(catalogImports).set(undone).where(which);
    await emitCatalogUpdate(tx, ctx);
    return {
      output: (await presentImports(tx, ctx, [{ ...row!, ...undone }]))[0]!,
      audit: { objectKind: 'catalog_import', objectId: row!.id, detail: { lab: row!.labId } },
    };
  });
}

/** A row that was stored as JSON. */
const restored = (row: Record<string, unknown>): NewTest =>
  ({ ...row, createdAt: new Date(String(row.createdAt)) }) as NewTest;
