import { lockThing } from '../../db/locks';
import { favoriteTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { FavoriteState } from './favorite-contract';
import { mine, MOST_FAVORITES, OWN, requireTest } from './favorites';

/** Idempotent. @throws DomainError `not_found`, `invalid_state` */
export function addFavoriteTest(ctx: Context, { id }: { id: string }): Promise<FavoriteState> {
  return perform(ctx, { action: 'add_favorite_test', kind: 'write', ...OWN }, async (tx) => {
    const testId = await requireTest(tx, ctx, id);
    await lockThing(tx, 'favorite_tests', ctx.actor.orgId, ctx.actor.id!);
    const others = await tx.select({ id: favoriteTests.testId }).from(favoriteTests).where(mine(ctx));
    if (others.length >= MOST_FAVORITES && !others.some((other) => other.id === testId))
      throw new DomainError('invalid_state', `You have ${MOST_FAVORITES} favorite tests. Remove one first.`);
    await tx
      .insert(favoriteTests)
      .values({ orgId: ctx.actor.orgId, userId: ctx.actor.id!, testId, createdAt: new Date() })
      .onConflictDoNothing();
    return {
      output: { id, favorite: true },
      audit: { objectKind: 'catalog_test', objectId: testId },
    };
  });
}
