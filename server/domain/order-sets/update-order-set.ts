import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { orderSets } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { assertVersion } from '../patients/access';
import { CHANGE, findSet, presentSets, readTests } from './access';
import type { OrderSet, UpdateOrderSetInput } from './contract';

/** Replaces name and tests, whichever are given. @throws DomainError `not_found`, `version_mismatch`, `validation_failed` */
export function updateOrderSet(ctx: Context, input: UpdateOrderSetInput): Promise<OrderSet> {
  return perform(ctx, { action: 'update_order_set', kind: 'write', ...CHANGE }, async (tx) => {
    const before = await findSet(tx, ctx, input.id);
    assertVersion(ctx, before);
    const tests = input.test_ids ? await readTests(tx, ctx, input.test_ids, before.testIds) : {};
    const [row] = await tx
      .update(orderSets)
      .set({
        ...tests,
        name: input.name ?? before.name,
        version: sql`${orderSets.version} + 1`,
        updatedAt: databaseTime,
      })
      .where(and(eq(orderSets.orgId, before.orgId), eq(orderSets.id, before.id)))
      .returning();
    return {
      output: (await presentSets(tx, ctx, [row!]))[0]!,
      audit: { objectKind: 'order_set', objectId: before.id },
    };
  });
}
