import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findOrder } from './access';
import type { LabOrder } from './contract';
import { presentOrder } from './present';

/** @throws DomainError `not_found` */
export function getLabOrder(ctx: Context, input: { id: string }): Promise<LabOrder> {
  return perform(ctx, { action: 'get_lab_order', kind: 'read', scope: 'labs:read' }, async (tx) => {
    const order = await findOrder(tx, ctx, input.id);
    return {
      output: presentOrder(order),
      audit: { objectKind: 'lab_order', objectId: order.row.id, patientIds: [order.row.patientId] },
    };
  });
}
