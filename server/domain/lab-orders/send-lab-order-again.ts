import { and, eq, sql } from 'drizzle-orm';
import { outboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { destinationOfLab, type DestinationRow } from '../order-destinations/access';
import { completeOrders, type OrderRow } from './access';
import { CHANGE, lockOrder, moved } from './change-order';
import { changeTransmission, type TransmissionChange } from './change-transmission';
import type { LabOrder } from './contract';
import { failedChange } from './fail-message';
import { latestMessages, type OutboundRow } from './outbound-messages';
import { canSendAgain } from './rules';
import { storeMessage } from './store-message';

/**
 * Sends an order, or a cancellation, that failed or was rejected. A message that the laboratory may already have is sent
 * with the same bytes and control ID; otherwise a new one is written from the order as it is now.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function sendLabOrderAgain(ctx: Context, { id }: { id: string }): Promise<LabOrder> {
  return perform(ctx, { action: 'send_lab_order_again', kind: 'write', ...CHANGE }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    if (!canSendAgain(order.status, order.transmissionStatus))
      throw new DomainError('invalid_state', 'Only an order that failed or was rejected can be sent again.');
    const destination = await destinationOfLab(tx, ctx, order.labId);
    if (!destination)
      throw new DomainError(
        'invalid_state',
        'The orders of this laboratory are not sent electronically. Print the requisition.',
      );
    const { newOrder, cancellation } = await latestMessages(tx, order);
    const latest = cancellation ?? newOrder;
    const row = await changeTransmission(tx, ctx, order, await resend(tx, ctx, order, destination, latest));
    return moved(tx, ctx, order, row);
  });
}

async function resend(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  destination: DestinationRow,
  latest: OutboundRow | null,
): Promise<TransmissionChange> {
  const cancels = latest?.kind === 'cancellation' && latest.status === 'failed';
  const queued: TransmissionChange = cancels
    ? { transmission: 'cancel_requested', reason: null, also: [], source: 'portal' }
    : {
        transmission: 'queued',
        reason: null,
        status: 'requested',
        // One placed on paper has this status already: the history names who sent it.
        repeats: true,
        also: [],
        items: { status: 'ordered', from: ['not_performed'], ids: 'all' },
        // The laboratory decides again.
        set: { acceptedAt: null },
        source: 'portal',
      };
  const mayBeThere = latest?.status === 'failed' && latest.sentAt !== null;
  if (mayBeThere && latest.connectionId === destination.connectionId) {
    if (latest.contentRemovedAt)
      throw new DomainError(
        'invalid_state',
        'The content of the message was removed after its retention period. Create a new order.',
      );
    await tx
      .update(outboundMessages)
      .set({
        status: 'queued',
        attemptsAllowed: sql`${outboundMessages.attempts} + ${destination.mostAttempts}`,
        // Of the attempts before.
        lastAttemptAt: null,
        nextAttemptAt: null,
        finishedAt: null,
        failure: null,
        reason: null,
      })
      .where(and(eq(outboundMessages.orgId, order.orgId), eq(outboundMessages.id, latest.id)));
    return queued;
  }
  const [whole] = await completeOrders(tx, ctx, [order]);
  const kind = cancels ? ('cancellation' as const) : ('new_order' as const);
  const unwritable = await storeMessage(tx, ctx, whole!, destination, kind, latest?.cancelReason ?? null);
  return unwritable ? failedChange(kind, unwritable) : queued;
}
