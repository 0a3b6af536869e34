import { and, eq } from 'drizzle-orm';
import { favouriteTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { FavouriteState } from './favourite-contract';
import { mine, OWN, requireTest } from './favourites';

/** Idempotent. @throws DomainError `not_found` */
export function removeFavouriteTest(ctx: Context, { id }: { id: string }): Promise<FavouriteState> {
  return perform(ctx, { action: 'remove_favourite_test', kind: 'write', ...OWN }, async (tx) => {
    const testId = await requireTest(tx, ctx, id);
    await tx.delete(favouriteTests).where(and(mine(ctx), eq(favouriteTests.testId, testId)));
    return {
      output: { id, favourite: false },
      audit: { objectKind: 'catalog_test', objectId: testId },
    };
  });
}
