import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { MANAGE, testsOfLab } from './catalog-imports';
import type { CatalogImportPreview, PreviewCatalogImportInput } from './import-contract';
import { planImport, presentPlan } from './plan-import';

/** What the import of a file would change. Errors of the file are part of the preview. */
export function previewCatalogImport(
  ctx: Context,
  input: PreviewCatalogImportInput,
): Promise<CatalogImportPreview> {
  return perform(ctx, { action: 'preview_catalog_import', kind: 'read', ...MANAGE }, async (tx) => {
    const known = await testsOfLab(tx, ctx, input.lab_id);
    const plan = planImport(input.content, known, { deactivateMissing: input.deactivate_missing });
    return {
      output: presentPlan(plan),
      audit: { objectKind: 'catalog_test', detail: { lab: input.lab_id } },
    };
  });
}
