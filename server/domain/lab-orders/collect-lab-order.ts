import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { CHANGE, lockOrder, moved, moveOrder } from './change-order';
import type { CollectLabOrderInput, LabOrder } from './contract';

/**
 * Records the collection of the specimen, by default now.
 * @throws DomainError `not_found`, `invalid_state`, `validation_failed` (time in the future)
 */
export function collectLabOrder(ctx: Context, input: CollectLabOrderInput): Promise<LabOrder> {
  return perform(ctx, { action: 'collect_lab_order', kind: 'write', ...CHANGE }, async (tx) => {
    const now = new Date();
    const at = input.collected_at ? new Date(input.collected_at) : now;
    if (at > now) throw fieldError('/collected_at', 'out_of_range', 'cannot be in the future');
    const order = await lockOrder(tx, ctx, input.id);
    const known = order.collection ?? { method: null, collector: null };
    const row = await moveOrder(tx, ctx, order, {
      status: 'collected',
      reason: null,
      also: [],
      changedFields: ['collection'],
      set: { collection: { ...known, collected_at: at.toISOString(), collected_at_precision: 'minute' } },
    });
    return moved(tx, ctx, order, row);
  });
}
