import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { catalogTests, favoriteTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { caseless } from '../../shared/list-filters';
import type { FavoriteList } from './favorite-contract';
import { mine, OWN } from './favorites';
import { presentTest } from './present';

/** Omits tests that are currently not offered. */
export function listFavoriteTests(ctx: Context): Promise<FavoriteList> {
  return perform(ctx, { action: 'list_favorite_tests', kind: 'list', ...OWN }, async (tx) => {
    const rows = await tx
      .select(getTableColumns(catalogTests))
      .from(favoriteTests)
      .innerJoin(
        catalogTests,
        and(eq(catalogTests.orgId, favoriteTests.orgId), eq(catalogTests.id, favoriteTests.testId)),
      )
      .where(and(mine(ctx), eq(catalogTests.active, true)))
      .orderBy(asc(caseless(catalogTests.name)), asc(catalogTests.id));
    return {
      output: { data: rows.map(presentTest) },
      audit: { objectKind: 'catalog_test', detail: { count: rows.length } },
    };
  });
}
