import { and, eq } from 'drizzle-orm';
import { outboundMessages } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { CHANGE, lockOrder, moved, tooLate } from './change-order';
import { changeTransmission } from './change-transmission';
import type { LabOrder, RecordCancellationAnswerInput } from './contract';
import { latestMessages, withdrawUnsent } from './outbound-messages';
import { AWAITED, cancelled } from './record-answer';

/**
 * Records what the laboratory answered to a request to cancel outside the connection, for example by telephone. Some
 * connections carry no answers.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function recordCancellationAnswer(
  ctx: Context,
  { id, confirmed, reason }: RecordCancellationAnswerInput,
): Promise<LabOrder> {
  return perform(ctx, { action: 'record_cancellation_answer', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    const { cancellation } = await latestMessages(tx, order);
    if (!cancellation || !AWAITED.includes(order.transmissionStatus))
      throw tooLate(ctx, 'No request to cancel the order is waiting for an answer.');
    await withdrawUnsent(tx, order);
    if (cancellation.sentAt !== null)
      await tx
        .update(outboundMessages)
        .set({
          status: confirmed ? 'accepted' : 'rejected',
          reason: confirmed ? null : reason,
          failure: null,
          nextAttemptAt: null,
          finishedAt: new Date(),
        })
        .where(and(eq(outboundMessages.orgId, order.orgId), eq(outboundMessages.id, cancellation.id)));
    const row = await changeTransmission(
      tx,
      ctx,
      order,
      confirmed
        ? { ...cancelled(cancellation.cancelReason), reason, source: 'portal' }
        : { transmission: 'cancel_refused', reason, also: ['lab_order.cancel_refused'], source: 'portal' },
    );
    return moved(tx, ctx, order, row);
  });
}
