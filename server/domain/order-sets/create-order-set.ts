import { eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { lockThing } from '../../db/locks';
import { orderSets } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import { actorName, type Context } from '../../shared/context';
import { idTime, newId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { CHANGE, presentSets, readTests } from './access';
import type { CreateOrderSetInput, OrderSet } from './contract';
import { MOST_SETS } from './rules';

/** @throws DomainError `validation_failed`, `invalid_state` (too many sets) */
export function createOrderSet(ctx: Context, input: CreateOrderSetInput): Promise<OrderSet> {
  return perform(ctx, { action: 'create_order_set', kind: 'write', ...CHANGE }, async (tx) => {
    const { orgId } = ctx.actor;
    await lockThing(tx, 'order_sets', orgId);
    const others = await tx.select({ id: orderSets.id }).from(orderSets).where(eq(orderSets.orgId, orgId));
    if (others.length >= MOST_SETS)
      throw new DomainError('invalid_state', `There are ${MOST_SETS} order sets. Delete one first.`);
    const id = newId();
    const [row] = await tx
      .insert(orderSets)
      .values({
        orgId,
        id,
        createdAt: idTime(id),
        updatedAt: databaseTime,
        createdBy: actorName(ctx.actor),
        name: input.name,
        ...(await readTests(tx, ctx, input.test_ids)),
      })
      .returning();
    return {
      output: (await presentSets(tx, ctx, [row!]))[0]!,
      audit: { objectKind: 'order_set', objectId: id },
    };
  });
}
