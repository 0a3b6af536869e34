import { and, eq } from 'drizzle-orm';
import { labOrders, outboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { OutboundFailure } from '../../data-types/transmission-codes';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { changeTransmission, type TransmissionChange } from './change-transmission';
import { laterKind, type OutboundRow } from './outbound-messages';

/**
 * The last attempt failed: the order or cancellation has not reached the laboratory, or it has not answered.
 * @param isOurs checked in the transaction: whether the caller still holds the lease
 */
export function failMessage(
  ctx: Context,
  messageId: string,
  { failure, reason }: { failure: OutboundFailure; reason: string },
  isOurs: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  return perform(ctx, { action: 'fail_order_message', kind: 'write' }, async (tx) => {
    const own = and(eq(outboundMessages.orgId, ctx.actor.orgId), eq(outboundMessages.id, messageId));
    const [known] = await tx.select({ orderId: outboundMessages.orderId }).from(outboundMessages).where(own);
    const [order] = await tx
      .select()
      .from(labOrders)
      .where(and(eq(labOrders.orgId, ctx.actor.orgId), eq(labOrders.id, known!.orderId)))
      .for('update');
    const [message] = await tx.select().from(outboundMessages).where(own).for('update');
    if (message!.status === 'queued' && (await isOurs(tx))) {
      await tx
        .update(outboundMessages)
        .set({ status: 'failed', failure, reason, nextAttemptAt: null, finishedAt: new Date() })
        .where(own);
      if ((await laterKind(tx, message!)) === null)
        await changeTransmission(tx, ctx, order!, failedChange(message!.kind, reason));
    }
    return {
      output: undefined,
      audit: {
        objectKind: 'lab_order',
        objectId: order!.id,
        patientIds: [order!.patientId],
        detail: { failure },
      },
    };
  });
}

export const failedChange = (kind: OutboundRow['kind'], reason: string): TransmissionChange => ({
  transmission: 'failed',
  reason: kind === 'cancellation' ? `The cancellation was not delivered. ${reason}` : reason,
  ...(kind === 'new_order' ? { status: 'failed' } : {}),
  also: ['lab_order.failed'],
  source: 'system',
});
