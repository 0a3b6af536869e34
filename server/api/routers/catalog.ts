import { addFavoriteTest } from '../../domain/catalog/add-favorite-test';
import { catalogList, listCatalogInput } from '../../domain/catalog/contract';
import { favoriteInput, favoriteList, favoriteState, noInput } from '../../domain/catalog/favorite-contract';
import { importCatalog } from '../../domain/catalog/import-catalog';
import {
  catalogImport,
  catalogImportList,
  catalogImportPath,
  catalogImportPreview,
  catalogLabList,
  importCatalogInput,
  previewCatalogImportInput,
} from '../../domain/catalog/import-contract';
import { listCatalog } from '../../domain/catalog/list-catalog';
import { listCatalogImports } from '../../domain/catalog/list-catalog-imports';
import { listCatalogLabs } from '../../domain/catalog/list-catalog-labs';
import { listFavoriteTests } from '../../domain/catalog/list-favorite-tests';
import { previewCatalogImport } from '../../domain/catalog/preview-catalog-import';
import { removeFavoriteTest } from '../../domain/catalog/remove-favorite-test';
import { undoCatalogImport } from '../../domain/catalog/undo-catalog-import';
import { procedure, router } from '../trpc';

export const catalogRouter = router({
  listCatalog: procedure
    .meta({
      scope: ['labs:read', 'labs:write'],
      etag: 'bytes',
      openapi: {
        method: 'GET',
        path: '/v1/labs/catalog',
        operationId: 'listCatalog',
        summary: 'List available tests',
        description:
          'The ranges are examples from one source and not for clinical use. This material contains content from LOINC (https://loinc.org), copyright Regenstrief Institute, Inc. and the LOINC Committee, available at no cost under https://loinc.org/license.',
        tags: ['Labs'],
      },
    })
    .input(listCatalogInput)
    .output(catalogList)
    .query(({ ctx, input }) => listCatalog(ctx, input)),

  /** Portal only, like the next ones. */
  listFavoriteTests: procedure
    .input(noInput)
    .output(favoriteList)
    .query(({ ctx }) => listFavoriteTests(ctx)),

  addFavoriteTest: procedure
    .input(favoriteInput)
    .output(favoriteState)
    .mutation(({ ctx, input }) => addFavoriteTest(ctx, input)),

  removeFavoriteTest: procedure
    .input(favoriteInput)
    .output(favoriteState)
    .mutation(({ ctx, input }) => removeFavoriteTest(ctx, input)),

  previewCatalogImport: procedure
    .input(previewCatalogImportInput)
    .output(catalogImportPreview)
    .mutation(({ ctx, input }) => previewCatalogImport(ctx, input)),

  importCatalog: procedure
    .meta({ repeatable: true })
    .input(importCatalogInput)
    .output(catalogImport)
    .mutation(({ ctx, input }) => importCatalog(ctx, input)),

  undoCatalogImport: procedure
    .input(catalogImportPath)
    .output(catalogImport)
    .mutation(({ ctx, input }) => undoCatalogImport(ctx, input)),

  listCatalogImports: procedure
    .input(noInput)
    .output(catalogImportList)
    .query(({ ctx }) => listCatalogImports(ctx)),

  listCatalogLabs: procedure
    .input(noInput)
    .output(catalogLabList)
    .query(({ ctx }) => listCatalogLabs(ctx)),
});
