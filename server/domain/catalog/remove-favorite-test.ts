import { and, eq } from 'drizzle-orm';
import { favoriteTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { FavoriteState } from './favorite-contract';
import { mine, OWN, requireTest } from './favorites';

/** Idempotent. @throws DomainError `not_found` */
export function removeFavoriteTest(ctx: Context, { id }: { id: string }): Promise<FavoriteState> {
  return perform(ctx, { action: 'remove_favorite_test', kind: 'write', ...OWN }, async (tx) => {
    const testId = await requireTest(tx, ctx, id);
    await tx.delete(favoriteTests).where(and(mine(ctx), eq(favoriteTests.testId, testId)));
    return {
      output: { id, favorite: false },
      audit: { objectKind: 'catalog_test', objectId: testId },
    };
  });
}
