import type { Context } from '../../shared/context';
import { notFound, readId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { readOrderItems, type OrderedItem } from './list-order-items';

/** One ordered test. @param input UUID @throws DomainError `not_found` */
export function getOrderItem(ctx: Context, input: { id: string }): Promise<OrderedItem> {
  return perform(ctx, { action: 'get_order_item', kind: 'read', scope: 'labs:read' }, async (tx) => {
    const { data, patientIds } = await readOrderItems(tx, ctx, { limit: 1, ids: [[input.id]] });
    if (!data[0]) throw notFound();
    return {
      output: data[0],
      audit: { objectKind: 'lab_order', objectId: readId('lab_order', data[0].order.id)!, patientIds },
    };
  });
}
