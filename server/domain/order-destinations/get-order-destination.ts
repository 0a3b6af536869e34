import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findLabConnection, MANAGE } from '../lab-connections/access';
import { destinationOf, presentDestination } from './access';
import type { OrderDestination, OrderDestinationPath } from './contract';

/** Where the orders of a laboratory are sent; null if they are handed over on paper. @throws DomainError `not_found` */
export function getOrderDestination(
  ctx: Context,
  { id }: OrderDestinationPath,
): Promise<OrderDestination | null> {
  return perform(ctx, { action: 'get_order_destination', kind: 'read', ...MANAGE }, async (tx) => {
    const connection = await findLabConnection(tx, ctx, id);
    const row = await destinationOf(tx, ctx, connection.id);
    return {
      output: row && (await presentDestination(tx, ctx, row)),
      audit: { objectKind: 'lab_connection', objectId: connection.id },
    };
  });
}
