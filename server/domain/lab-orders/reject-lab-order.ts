import { and, eq, inArray } from 'drizzle-orm';
import { labOrderItems } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { completeOrders } from './access';
import { CHANGE, lockOrder, moveOrder } from './change-order';
import type { LabOrder, RejectLabOrderInput } from './contract';
import { presentOrder } from './present';

/**
 * Notes that the laboratory refuses the whole order, with what it says. A result that arrives all the same is kept and
 * moves the order on.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function rejectLabOrder(ctx: Context, { id, reason }: RejectLabOrderInput): Promise<LabOrder> {
  return perform(ctx, { action: 'reject_lab_order', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    if (order.status === 'partially_resulted')
      throw new DomainError(
        'invalid_state',
        'Results have come already. What the laboratory cannot do, its report says.',
      );
    const row = await moveOrder(tx, ctx, order, {
      ...{ status: 'rejected', reason, also: ['lab_order.rejected'], changedFields: ['items'] },
    });
    await tx
      .update(labOrderItems)
      .set({ status: 'not_performed' })
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
