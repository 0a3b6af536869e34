import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { CHANGE, lockOrder, moved, moveOrder } from './change-order';
import type { LabOrder } from './contract';

/**
 * Records that the order was given to the laboratory, on paper or through its own portal: this service does not
 * transmit orders.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function sendLabOrder(ctx: Context, { id }: { id: string }): Promise<LabOrder> {
  return perform(ctx, { action: 'send_lab_order', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    const row = await moveOrder(tx, ctx, order, {
      status: 'sent',
      reason: null,
      also: ['lab_order.sent'],
      changedFields: [],
    });
    return moved(tx, ctx, order, row);
  });
}
