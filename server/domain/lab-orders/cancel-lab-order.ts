import { and, eq, isNotNull } from 'drizzle-orm';
import { outboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { TransmissionStatus } from '../../data-types/transmission-codes';
import { perform, type Done } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { destinationOfLab } from '../order-destinations/access';
import { completeOrders, type OrderRow } from './access';
import {
  alreadyIs,
  CHANGE,
  changeSource,
  closeItems,
  lockOrder,
  moved,
  moveOrder,
  tooLate,
} from './change-order';
import { changeTransmission } from './change-transmission';
import type { CancelLabOrderInput, LabOrder } from './contract';
import { failedChange } from './fail-message';
import { withdrawUnsent } from './outbound-messages';
import { canCancel } from './rules';
import { storeMessage } from './store-message';

/** Also for programs, which place orders too. */
const CANCEL = { ...CHANGE, peopleOnly: false } as const;

/**
 * Cancels an order without results. If the laboratory may have received it electronically, it is asked to cancel, and
 * the order stays open until it answers, unless it has rejected the order. A result that arrives anyway is kept and
 * updates the order.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function cancelLabOrder(ctx: Context, { id, reason }: CancelLabOrderInput): Promise<LabOrder> {
  return perform(ctx, { action: 'cancel_lab_order', kind: 'write', ...CANCEL }, async (tx) => {
    const order = await lockOrder(tx, ctx, id);
    if (order.status === 'partially_resulted')
      throw tooLate(ctx, 'The order already has results. Ask the laboratory to stop the remaining tests.');
    if (await mayHave(tx, order)) return askLaboratory(tx, ctx, order, reason);
    const row = await moveOrder(tx, ctx, order, {
      status: 'cancelled',
      reason,
      also: ['lab_order.cancelled'],
      changedFields: ['items', 'cancelled_reason'],
      set: {
        cancelledReason: reason,
        // Rejected stays rejected: the laboratory has no order to cancel.
        ...(UNSENT.includes(order.transmissionStatus)
          ? { transmissionStatus: 'cancelled' as const, transmissionReason: null }
          : {}),
      },
    });
    await closeItems(tx, order, 'cancelled');
    return moved(tx, ctx, order, row);
  });
}

const UNSENT: readonly TransmissionStatus[] = ['queued', 'failed'];

/** Withdraws what was not sent. @returns whether the laboratory may perform the order */
async function mayHave(tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.transmissionStatus === 'not_applicable') return false;
  await withdrawUnsent(tx, order);
  if (order.status === 'rejected') return false;
  const sent = await tx
    .select({ status: outboundMessages.status })
    .from(outboundMessages)
    .where(
      and(
        eq(outboundMessages.orgId, order.orgId),
        eq(outboundMessages.orderId, order.id),
        eq(outboundMessages.kind, 'new_order'),
        isNotNull(outboundMessages.sentAt),
      ),
    );
  return sent.some(({ status }) => status !== 'rejected');
}

/** @throws DomainError `invalid_state` */
async function askLaboratory(tx: Tx, ctx: Context, order: OrderRow, reason: string): Promise<Done<LabOrder>> {
  if (order.transmissionStatus === 'cancel_requested')
    throw tooLate(ctx, 'The laboratory has already been asked to cancel the order.');
  if (!canCancel(order.status)) throw alreadyIs(ctx, order.status);
  const destination = await destinationOfLab(tx, ctx, order.labId);
  if (!destination)
    throw new DomainError(
      'invalid_state',
      'The connection that sent the order no longer exists. Ask the laboratory to cancel it.',
    );
  const [whole] = await completeOrders(tx, ctx, [order]);
  const unwritable = await storeMessage(tx, ctx, whole!, destination, 'cancellation', reason);
  const row = await changeTransmission(
    tx,
    ctx,
    order,
    unwritable
      ? failedChange('cancellation', unwritable)
      : { transmission: 'cancel_requested', reason: null, also: [], source: changeSource(ctx) },
  );
  return moved(tx, ctx, order, row);
}
