import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { catalogTests, favouriteTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { FavouriteList } from './favourite-contract';
import { mine, OWN } from './favourites';
import { presentTest } from './present';

/** Omits tests that are currently not offered. */
export function listFavouriteTests(ctx: Context): Promise<FavouriteList> {
  return perform(ctx, { action: 'list_favourite_tests', kind: 'list', ...OWN }, async (tx) => {
    const rows = await tx
      .select(getTableColumns(catalogTests))
      .from(favouriteTests)
      .innerJoin(
        catalogTests,
        and(eq(catalogTests.orgId, favouriteTests.orgId), eq(catalogTests.id, favouriteTests.testId)),
      )
      .where(and(mine(ctx), eq(catalogTests.active, true)))
      .orderBy(asc(catalogTests.name), asc(catalogTests.id));
    return {
      output: { data: rows.map(presentTest) },
      audit: { objectKind: 'catalog_test', detail: { count: rows.length } },
    };
  });
}
