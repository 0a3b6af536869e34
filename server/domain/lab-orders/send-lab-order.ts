import { perform } from '../act';
import type { Context } from '../context';
import { completeOrders } from './access';
import { CHANGE, lockOrder, moveOrder } from './change-order';
import type { LabOrder } from './contract';
import { presentOrder } from './present';

/**
 * Notes that the order was handed to the laboratory, on paper or through its own portal: the service transmits none itself.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function sendLabOrder(ctx: Context, { id }: { id: string }): Promise<LabOrder> {
  return perform(ctx, { action: 'send_lab_order', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    const row = await moveOrder(tx, ctx, order, {
      ...{ status: 'sent', reason: null, also: ['lab_order.sent'], changedFields: [] },
    });
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
