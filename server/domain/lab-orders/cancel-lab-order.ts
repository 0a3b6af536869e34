import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { CHANGE, closeItems, lockOrder, moved, moveOrder } from './change-order';
import type { CancelLabOrderInput, LabOrder } from './contract';

/**
 * Cancels an order without results. A result that arrives anyway is kept and updates the order.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function cancelLabOrder(ctx: Context, { id, reason }: CancelLabOrderInput): Promise<LabOrder> {
  return perform(ctx, { action: 'cancel_lab_order', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    if (order.status === 'partially_resulted')
      throw new DomainError(
        'invalid_state',
        'The order already has results. Ask the laboratory to stop the remaining tests.',
      );
    const row = await moveOrder(tx, ctx, order, {
      status: 'cancelled',
      reason,
      also: ['lab_order.cancelled'],
      changedFields: ['items', 'cancelled_reason'],
      set: { cancelledReason: reason },
    });
    await closeItems(tx, order, 'cancelled');
    return moved(tx, ctx, order, row);
  });
}
