import { favouriteTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { FavouriteState } from './favourite-contract';
import { mine, MOST_FAVOURITES, OWN, requireTest } from './favourites';

/** Idempotent. @throws DomainError `not_found`, `invalid_state` */
export function addFavouriteTest(ctx: Context, { id }: { id: string }): Promise<FavouriteState> {
  return perform(ctx, { action: 'add_favourite_test', kind: 'write', ...OWN }, async (tx) => {
    const testId = await requireTest(tx, ctx, id);
    const others = await tx.select({ id: favouriteTests.testId }).from(favouriteTests).where(mine(ctx));
    if (others.length >= MOST_FAVOURITES && !others.some((other) => other.id === testId))
      throw new DomainError(
        'invalid_state',
        `You have ${MOST_FAVOURITES} favourite tests already. Take one out first.`,
      );
    await tx
      .insert(favouriteTests)
      .values({ orgId: ctx.actor.orgId, userId: ctx.actor.id!, testId, createdAt: new Date() })
      .onConflictDoNothing();
    return {
      output: { id, favourite: true },
      audit: { objectKind: 'catalog_test', objectId: testId },
    };
  });
}
