import { actorName, type Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { UNDO_LIMIT_SECONDS } from '../reviews/rules';
import { CHANGE, changeSource, lockOrder, moved, tooLate } from './change-order';
import type { LabOrder } from './contract';
import { storeOrderChange } from './events';

/**
 * Withdraws one's own entry of the collection, right after it. The history keeps both.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function undoLabOrderCollection(ctx: Context, { id }: { id: string }): Promise<LabOrder> {
  return perform(ctx, { action: 'undo_lab_order_collection', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    const [before, entry] = order.statusHistory.slice(-2);
    const isOwn = entry?.status === 'collected' && entry.by === actorName(ctx.actor);
    const isFresh = isOwn && Date.now() - Date.parse(entry.at) <= UNDO_LIMIT_SECONDS * 1_000;
    if (!isFresh || order.status !== 'collected')
      throw tooLate(ctx, 'A collection can only be undone right after you entered it.');
    const { method = null, collector = null } = order.collection ?? {};
    const hasPlan = method !== null || collector !== null;
    const row = await storeOrderChange(tx, ctx, order, {
      step: { status: before!.status, reason: null, source: changeSource(ctx) },
      set: {
        collection: hasPlan ? { method, collector, collected_at: null, collected_at_precision: null } : null,
      },
      types: ['lab_order.updated'],
      changedFields: ['collection'],
    });
    return moved(tx, ctx, order, row);
  });
}
