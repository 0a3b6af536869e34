import { and, eq } from 'drizzle-orm';
import { labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { latestMessages } from './outbound-messages';
import { applyVerdict } from './record-answer';

/**
 * A result proves that the laboratory accepted an order whose message it has not answered yet. Without effect if the
 * message was never written to the laboratory, or is already decided.
 * @param orderId `uuid`; locked by the caller
 * @param filler the laboratory's number
 */
export async function acceptByResult(
  tx: Tx,
  ctx: Context,
  orderId: string,
  filler: string | null,
): Promise<void> {
  const [order] = await tx
    .select()
    .from(labOrders)
    .where(and(eq(labOrders.orgId, ctx.actor.orgId), eq(labOrders.id, orderId)))
    .for('update');
  if (!order || order.transmissionStatus === 'not_applicable' || order.acceptedAt !== null) return;
  const { newOrder: message, cancellation } = await latestMessages(tx, order);
  if (!message || message.sentAt === null || !['queued', 'sent', 'failed'].includes(message.status)) return;
  await applyVerdict(
    tx,
    ctx,
    { order, message, later: cancellation?.kind ?? null },
    { is: 'accepted', filler, refused: [] },
    {
      answer: { readable: true, controlId: message.controlId, code: null, text: null, orders: [] },
      bytes: null,
    },
  );
}
