import { addFavouriteTest } from '../../domain/catalog/add-favourite-test';
import { catalogList, listCatalogInput } from '../../domain/catalog/contract';
import {
  favouriteInput,
  favouriteList,
  favouriteState,
  noInput,
} from '../../domain/catalog/favourite-contract';
import { listCatalog } from '../../domain/catalog/list-catalog';
import { listFavouriteTests } from '../../domain/catalog/list-favourite-tests';
import { removeFavouriteTest } from '../../domain/catalog/remove-favourite-test';
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
          'Ranges are examples of one source and not for clinical use. This material contains content from LOINC (https://loinc.org), copyright Regenstrief Institute, Inc. and the LOINC Committee, available at no cost under https://loinc.org/license.',
        tags: ['Labs'],
      },
    })
    .input(listCatalogInput)
    .output(catalogList)
    .query(({ ctx, input }) => listCatalog(ctx, input)),

  /** Portal only, like the next ones. */
  listFavouriteTests: procedure
    .input(noInput)
    .output(favouriteList)
    .query(({ ctx }) => listFavouriteTests(ctx)),

  addFavouriteTest: procedure
    .input(favouriteInput)
    .output(favouriteState)
    .mutation(({ ctx, input }) => addFavouriteTest(ctx, input)),

  removeFavouriteTest: procedure
    .input(favouriteInput)
    .output(favouriteState)
    .mutation(({ ctx, input }) => removeFavouriteTest(ctx, input)),
});
