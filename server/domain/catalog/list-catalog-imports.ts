import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { MANAGE, presentImports, recentImports } from './catalog-imports';
import type { CatalogImportList } from './import-contract';

/** The latest imports, newest first. */
export function listCatalogImports(ctx: Context): Promise<CatalogImportList> {
  return perform(ctx, { action: 'list_catalog_imports', kind: 'list', ...MANAGE }, async (tx) => {
    const rows = await recentImports(tx, ctx);
    return {
      output: { data: await presentImports(tx, ctx, rows) },
      audit: { objectKind: 'catalog_import', detail: { count: rows.length } },
    };
  });
}
