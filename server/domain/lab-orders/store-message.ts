import { sql } from 'drizzle-orm';
import { outboundMessageBytes, outboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { OutboundKind } from '../../data-types/transmission-codes';
import { unencodable, writeOrderMessage } from '../../hl7v2/write/order-message';
import { actorName, type Context } from '../../shared/context';
import { idTime, newId, showId } from '../../shared/ids';
import type { DestinationRow } from '../order-destinations/access';
import { retryNow } from '../outbound-messages/access';
import type { ItemRow, OrderRow } from './access';
import { orderMessage } from './order-message';

/** MSH-10 has at most 20 characters. */
const CONTROL_ID_LENGTH = 20;

/**
 * Stores the message of an order or cancellation, in the transaction of its change: neither exists without the other. A
 * message that the laboratory's character set cannot express is stored as failed, without bytes.
 * @returns why it cannot be written, or null
 */
export async function storeMessage(
  tx: Tx,
  ctx: Context,
  order: { row: OrderRow; items: ItemRow[] },
  destination: DestinationRow,
  kind: OutboundKind,
  cancelReason: string | null = null,
): Promise<string | null> {
  const id = newId();
  const at = idTime(id);
  const controlId = showId('outbound_message', id).slice(-CONTROL_ID_LENGTH).toUpperCase();
  const message = await orderMessage(tx, ctx, order, destination, { kind, controlId, at, cancelReason });
  const [wrong] = unencodable(message);
  const reason = wrong
    ? `${wrong.field} contains the character “${wrong.character}”, which the character set ${message.charset} does not have.`
    : null;
  const { orgId } = ctx.actor;
  const isStat = order.row.priority === 'stat';
  // Another attempt at once.
  if (isStat) await retryNow(tx, destination);
  await tx.insert(outboundMessages).values({
    orgId,
    id,
    connectionId: destination.connectionId,
    orderId: order.row.id,
    createdAt: at,
    createdBy: actorName(ctx.actor),
    kind,
    // As in the earlier messages of the order, which it must not overtake.
    stat: sql`coalesce((select m.stat from outbound_messages m where m.org_id = ${orgId} and m.order_id = ${order.row.id}
      order by m."position" limit 1), ${isStat})`,
    controlId,
    attemptsAllowed: destination.mostAttempts,
    cancelReason,
    ...(reason === null
      ? { status: 'queued' as const }
      : { status: 'failed' as const, failure: 'not_writable' as const, reason, finishedAt: at }),
  });
  if (reason === null)
    await tx.insert(outboundMessageBytes).values({ orgId, messageId: id, bytes: writeOrderMessage(message) });
  return reason;
}
