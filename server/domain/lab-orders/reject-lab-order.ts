import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { OrderRow } from './access';
import { CHANGE, closeItems, lockOrder, moved, moveOrder, tooLate } from './change-order';
import type { LabOrder, RejectLabOrderInput } from './contract';

/**
 * Records that the laboratory rejected the whole order. A result that arrives anyway is kept and updates the order.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function rejectLabOrder(ctx: Context, { id, reason }: RejectLabOrderInput): Promise<LabOrder> {
  return perform(ctx, { action: 'reject_lab_order', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    return moved(tx, ctx, order, await rejectWhole(tx, ctx, order, reason));
  });
}

/** @throws DomainError `invalid_state` */
export async function rejectWhole(tx: Tx, ctx: Context, order: OrderRow, reason: string): Promise<OrderRow> {
  if (order.status === 'partially_resulted')
    throw tooLate(ctx, 'The order already has results. The laboratory reports tests that it cannot perform.');
  if (order.transmissionStatus === 'queued')
    throw tooLate(ctx, 'The order has not been sent yet. Cancel it instead.');
  const row = await moveOrder(tx, ctx, order, {
    status: 'rejected',
    reason,
    also: ['lab_order.rejected'],
    changedFields: ['items'],
  });
  await closeItems(tx, order, 'not_performed');
  return row;
}
