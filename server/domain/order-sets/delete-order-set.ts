import { and, eq } from 'drizzle-orm';
import { orderSets } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { CHANGE, findSet } from './access';

/** Orders placed with the set are unchanged. @throws DomainError `not_found` */
export function deleteOrderSet(ctx: Context, { id }: { id: string }): Promise<void> {
  return perform(ctx, { action: 'delete_order_set', kind: 'write', ...CHANGE }, async (tx) => {
    const row = await findSet(tx, ctx, id);
    await tx.delete(orderSets).where(and(eq(orderSets.orgId, row.orgId), eq(orderSets.id, row.id)));
    return { output: undefined, audit: { objectKind: 'order_set', objectId: row.id } };
  });
}
