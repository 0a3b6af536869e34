import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { destinationOfLab } from '../order-destinations/access';
import { CHANGE, lockOrder, moved, moveOrder } from './change-order';
import type { LabOrder } from './contract';

/**
 * Records that the order was given to the laboratory, on paper or through its own portal. For laboratories whose orders
 * are transmitted, the transmission does this.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function sendLabOrder(ctx: Context, { id }: { id: string }): Promise<LabOrder> {
  return perform(ctx, { action: 'send_lab_order', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    if (order.transmissionStatus !== 'not_applicable' && (await destinationOfLab(tx, ctx, order.labId)))
      throw new DomainError(
        'invalid_state',
        'The orders of this laboratory are transmitted. Send the order again instead.',
      );
    const row = await moveOrder(tx, ctx, order, {
      status: 'sent',
      reason: null,
      also: ['lab_order.sent'],
      changedFields: [],
    });
    return moved(tx, ctx, order, row);
  });
}
