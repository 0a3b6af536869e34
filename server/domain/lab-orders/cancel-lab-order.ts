import { and, eq, inArray } from 'drizzle-orm';
import { labOrderItems } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { completeOrders } from './access';
import { CHANGE, lockOrder, moveOrder } from './change-order';
import type { CancelLabOrderInput, LabOrder } from './contract';
import { presentOrder } from './present';

/**
 * Stops an order of which nothing has come yet. A result that arrives all the same is kept and moves the order on.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function cancelLabOrder(ctx: Context, { id, reason }: CancelLabOrderInput): Promise<LabOrder> {
  return perform(ctx, { action: 'cancel_lab_order', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    if (order.status === 'partially_resulted')
      throw new DomainError(
        'invalid_state',
        'Results have come already. Ask the laboratory to stop what is missing.',
      );
    const row = await moveOrder(tx, ctx, order, {
      ...{ status: 'cancelled', reason, also: ['lab_order.cancelled'] },
      ...{ changedFields: ['items', 'cancelled_reason'], set: { cancelledReason: reason } },
    });
    await tx
      .update(labOrderItems)
      .set({ status: 'cancelled' })
      .where(
        and(
          eq(labOrderItems.orgId, order.orgId),
          eq(labOrderItems.orderId, order.id),
          inArray(labOrderItems.status, ['ordered', 'in_progress']),
        ),
      );
    const [whole] = await completeOrders(tx, ctx, [row]);
    return {
      output: presentOrder(whole!),
      audit: {
        objectKind: 'lab_order',
        objectId: order.id,
        patientIds: [order.patientId],
        detail: { from: order.status },
      },
    };
  });
}
