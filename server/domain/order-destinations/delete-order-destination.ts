import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound } from '../../shared/ids';
import { findLabConnection, MANAGE } from '../lab-connections/access';
import { removeDestination } from './access';
import type { OrderDestinationPath } from './contract';

/**
 * Orders of this laboratory are handed over on paper again. Messages are kept.
 * @throws DomainError `not_found`, `invalid_state` (orders are still queued)
 */
export function deleteOrderDestination(ctx: Context, { id }: OrderDestinationPath): Promise<void> {
  return perform(ctx, { action: 'delete_order_destination', kind: 'write', ...MANAGE }, async (tx) => {
    const connection = await findLabConnection(tx, ctx, id, { lock: true });
    if (!(await removeDestination(tx, ctx, connection.id))) throw notFound();
    return { output: undefined, audit: { objectKind: 'lab_connection', objectId: connection.id } };
  });
}
