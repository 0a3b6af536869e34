import { lockThing } from '../../db/locks';
import { catalogImports } from '../../db/schema/index';
import { DomainError, fieldError } from '../../errors/domain-error';
import { actorName, type Context } from '../../shared/context';
import { idTime, newId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { MANAGE, presentImports, testsOfLab } from './catalog-imports';
import { emitCatalogUpdate } from './events';
import type { CatalogImport, ImportCatalogInput } from './import-contract';
import { planImport, presentPlan } from './plan-import';
import { writeTests } from './write-tests';

/**
 * Imports a file completely or not at all, exactly as its preview showed. Orders keep what they were placed with.
 * @throws DomainError `validation_failed`, `invalid_state` (nothing to change, or the catalog changed since the preview)
 */
export function importCatalog(ctx: Context, input: ImportCatalogInput): Promise<CatalogImport> {
  return perform(ctx, { action: 'import_catalog', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    await lockThing(tx, 'catalog', orgId, input.lab_id);
    const known = await testsOfLab(tx, ctx, input.lab_id);
    const plan = planImport(input.content, known, { deactivateMissing: input.deactivate_missing });
    const { digest, counts } = presentPlan(plan);
    if (counts.errors > 0) throw fieldError('/content', 'invalid_format', 'has errors; check the file again');
    if (digest !== input.digest)
      throw new DomainError(
        'invalid_state',
        'The catalog or the file changed since the check. Check the file again.',
      );
    const { added, changed, deactivated } = plan;
    if (added.length + changed.length + deactivated.length === 0)
      throw new DomainError('invalid_state', 'The file changes nothing.');

    const id = newId();
    const row = {
      id,
      createdAt: idTime(id),
      createdBy: actorName(ctx.actor),
      labId: input.lab_id,
      labName: input.lab_name,
      added: added.length,
      changed: changed.length,
      deactivated: deactivated.length,
      undoneAt: null,
    };
    await writeTests(tx, [
      ...added.map((test) => ({
        ...test.values,
        orgId,
        id: test.id,
        code: test.code,
        labId: input.lab_id,
        labName: input.lab_name,
        createdAt: row.createdAt,
      })),
      ...changed.map((test) => ({ ...test.before!, ...test.values })),
      ...deactivated.map((test) => ({ ...test, active: false })),
    ]);
    await tx.insert(catalogImports).values({
      ...row,
      orgId,
      addedIds: added.map((test) => test.id),
      before: [...changed.map((test) => test.before!), ...deactivated],
    });
    await emitCatalogUpdate(tx, ctx);
    return {
      output: (await presentImports(tx, ctx, [row]))[0]!,
      audit: {
        objectKind: 'catalog_import',
        objectId: id,
        detail: { lab: input.lab_id, added: row.added, changed: row.changed, deactivated: row.deactivated },
      },
    };
  });
}
