import { and, eq, inArray } from 'drizzle-orm';
import { labOrderItems, labOrders, outboundMessageBytes, outboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { OutboundKind, TransmissionStatus } from '../../data-types/transmission-codes';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import type { ItemRow, OrderRow } from './access';
import { namesTest, readVerdict, type ReadableAnswer, type Refused, type Verdict } from './answer-rules';
import { changeTransmission, type TransmissionChange } from './change-transmission';
import { laterKind, withdrawUnsent, type OutboundRow } from './outbound-messages';

/** What happens to an order when the laboratory answers its message, or cannot be reached. */

interface GivenAnswer {
  answer: ReadableAnswer;
  /** Null if the transport does not answer. */
  bytes: Buffer | null;
}

export const OPEN_ITEMS: readonly ItemRow['status'][] = ['ordered', 'in_progress'];

/**
 * Records an answer to a message of the connection, however late. An answer that changes nothing, such as a second one,
 * is ignored.
 * @param connectionId `uuid`
 * @returns what it meant; null if this connection has no such message
 */
export function recordAnswer(
  ctx: Context,
  connectionId: string,
  given: GivenAnswer,
): Promise<Verdict['is'] | null> {
  return perform(ctx, { action: 'record_order_answer', kind: 'write' }, async (tx) => {
    const found = await lockMessage(tx, ctx, connectionId, given.answer.controlId);
    if (!found) return { output: null, audit: { objectKind: 'lab_connection', objectId: connectionId } };
    const { order, message } = found;
    const verdict = readVerdict(message.kind, given.answer);
    const changes = await applyVerdict(tx, ctx, found, verdict, given);
    return {
      output: verdict.is,
      audit: {
        objectKind: 'lab_order',
        objectId: order.id,
        patientIds: [order.patientId],
        detail: { answer: verdict.is, code: given.answer.code, ...(changes ? {} : { repeated: true }) },
      },
    };
  });
}

/** Records that a transport without acknowledgments delivered a message. */
export const recordDelivery = (ctx: Context, connectionId: string, controlId: string) =>
  recordAnswer(ctx, connectionId, {
    answer: { readable: true, controlId, code: 'CA', text: null, orders: [] },
    bytes: null,
  });

interface Found {
  order: OrderRow;
  message: OutboundRow;
  /** Of the latest message after this one, which then decides. */
  later: OutboundKind | null;
}

/** Locks the order before its message, like every operation on orders. */
async function lockMessage(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  controlId: string | null,
): Promise<Found | null> {
  if (controlId === null) return null;
  const { orgId } = ctx.actor;
  const own = and(
    eq(outboundMessages.orgId, orgId),
    eq(outboundMessages.connectionId, connectionId),
    eq(outboundMessages.controlId, controlId),
  );
  const [known] = await tx.select({ orderId: outboundMessages.orderId }).from(outboundMessages).where(own);
  if (!known) return null;
  const [order] = await tx
    .select()
    .from(labOrders)
    .where(and(eq(labOrders.orgId, orgId), eq(labOrders.id, known.orderId)))
    .for('update');
  const [message] = await tx.select().from(outboundMessages).where(own).for('update');
  return { order: order!, message: message!, later: await laterKind(tx, message!) };
}

/**
 * Null if the answer changes nothing. A failed message is answered late; an accepted or rejected one only once, except
 * that laboratories acknowledge a message with AA first and refuse the order later.
 */
function nextStatus({ status }: OutboundRow, verdict: Verdict): 'sent' | 'accepted' | 'rejected' | null {
  const { is } = verdict;
  if (is === 'nothing') return null;
  if (status === 'queued' || status === 'failed') return is;
  if (status === 'accepted') return is === 'rejected' && verdict.by === 'control' ? is : null;
  return status === 'sent' && is !== 'sent' ? is : null;
}

/**
 * Records what a message means, on it and on its order. Both are locked.
 * @returns whether anything changed
 */
export async function applyVerdict(
  tx: Tx,
  ctx: Context,
  { order, message, later }: Found,
  given: Verdict,
  { answer, bytes }: GivenAnswer,
): Promise<boolean> {
  const now = new Date();
  const verdict = message.kind === 'new_order' ? await ofWholeOrder(tx, order, given, answer) : given;
  const status = nextStatus(message, verdict);
  if (!status) return closeRefused(tx, ctx, order, message, verdict);
  const own = and(eq(outboundMessages.orgId, message.orgId), eq(outboundMessages.id, message.id));
  await tx
    .update(outboundMessages)
    .set({
      status,
      ackCode: bytes === null ? null : answer.code,
      failure: null,
      reason: verdict.is === 'rejected' ? verdict.reason : null,
      nextAttemptAt: null,
      finishedAt: status === 'sent' ? null : now,
    })
    .where(own);
  if (bytes)
    await tx
      .update(outboundMessageBytes)
      .set({ answer: bytes, answeredAt: now })
      .where(
        and(eq(outboundMessageBytes.orgId, message.orgId), eq(outboundMessageBytes.messageId, message.id)),
      );
  const change = await changeFor(tx, { order, message, later }, verdict, now);
  if (change) await changeTransmission(tx, ctx, order, change);
  return true;
}

/** If the laboratory rejects some tests, it does not reject the order, even if its answer is only about them. */
async function ofWholeOrder(
  tx: Tx,
  order: OrderRow,
  verdict: Verdict,
  { code, orders }: ReadableAnswer,
): Promise<Verdict> {
  if (verdict.is !== 'rejected' || verdict.refused.length === 0 || !verdict.refused.every(namesTest))
    return verdict;
  const refused = await openItems(tx, order, verdict.refused);
  const open = await openItems(tx, order, null);
  if (refused.length === 0 || refused.length === open.length) return verdict;
  return code === 'AA'
    ? {
        is: 'accepted',
        filler: orders.find(({ filler }) => filler !== null)?.filler ?? null,
        refused: verdict.refused,
      }
    : { is: 'sent', refused: verdict.refused };
}

/** Tests that the laboratory refuses later than, or apart from, its answer to the order. */
async function closeRefused(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  message: OutboundRow,
  verdict: Verdict,
): Promise<boolean> {
  if (message.kind === 'cancellation' || message.status === 'rejected') return false;
  if (verdict.is !== 'sent' && verdict.is !== 'accepted') return false;
  const ids = await openItems(tx, order, verdict.refused);
  if (ids.length === 0) return false;
  await changeTransmission(tx, ctx, order, {
    transmission: order.transmissionStatus,
    reason: order.transmissionReason,
    also: [],
    items: { status: 'not_performed', from: OPEN_ITEMS, ids },
    source: 'message',
  });
  return true;
}

async function changeFor(
  tx: Tx,
  { order, message, later }: Found,
  verdict: Verdict,
  now: Date,
): Promise<TransmissionChange | null> {
  if (message.kind === 'cancellation')
    return later === null ? cancellationChange(order, message, verdict) : null;
  if (later === null) return orderChange(tx, order, verdict, now);
  if (later === 'cancellation' && verdict.is === 'rejected') {
    // The laboratory does not have the order, so there is nothing to cancel.
    await withdrawUnsent(tx, order);
    return orderChange(tx, order, verdict, now);
  }
  return acceptanceOf(order, message, verdict, now);
}

/** States of an order in which the answer to its cancellation matters. */
export const AWAITED: readonly TransmissionStatus[] = ['cancel_requested', 'failed'];

/** A cancellation is already on its way; the order's acceptance and number still count. */
function acceptanceOf(
  order: OrderRow,
  { kind }: OutboundRow,
  verdict: Verdict,
  now: Date,
): TransmissionChange | null {
  if (kind !== 'new_order' || verdict.is !== 'accepted' || order.acceptedAt !== null) return null;
  return {
    transmission: order.transmissionStatus,
    reason: order.transmissionReason,
    also: ['lab_order.accepted'],
    set: { acceptedAt: now, ...(verdict.filler === null ? {} : { fillerOrderNumber: verdict.filler }) },
    source: 'message',
  };
}

async function orderChange(
  tx: Tx,
  order: OrderRow,
  verdict: Verdict,
  now: Date,
): Promise<TransmissionChange | null> {
  // The laboratory canceled it before it answered.
  if (order.transmissionStatus === 'cancelled') return null;
  const sent = { status: 'sent', alsoIfMoved: ['lab_order.sent'], source: 'message' } as const;
  const ids = 'refused' in verdict ? await openItems(tx, order, verdict.refused) : [];
  const items =
    ids.length > 0 ? { items: { status: 'not_performed', from: OPEN_ITEMS, ids } as const } : undefined;
  switch (verdict.is) {
    case 'sent':
      return { ...sent, transmission: 'sent', reason: null, also: [], ...items };
    case 'accepted':
      return {
        ...sent,
        transmission: 'accepted',
        reason: null,
        also: ['lab_order.accepted'],
        set: { acceptedAt: now, ...(verdict.filler === null ? {} : { fillerOrderNumber: verdict.filler }) },
        ...items,
      };
    case 'rejected':
      return {
        transmission: 'rejected',
        reason: verdict.reason,
        status: 'rejected',
        also: ['lab_order.rejected'],
        items: { status: 'not_performed', from: OPEN_ITEMS, ids: 'all' },
        source: 'message',
      };
    default:
      return null;
  }
}

function cancellationChange(
  order: OrderRow,
  message: OutboundRow,
  verdict: Verdict,
): TransmissionChange | null {
  const refused = {
    transmission: 'cancel_refused',
    also: ['lab_order.cancel_refused'],
    source: 'message',
  } as const;
  if (order.transmissionStatus === 'cancelled' && message.status === 'accepted')
    return verdict.is === 'rejected'
      ? {
          ...refused,
          reason: verdict.reason,
          status: beforeCancellation(order),
          reopens: true,
          set: { cancelledReason: null },
          items: { status: 'ordered', from: ['cancelled'], ids: 'all' },
        }
      : null;
  if (!AWAITED.includes(order.transmissionStatus)) return null;
  if (verdict.is === 'accepted') return cancelled(message.cancelReason);
  return verdict.is === 'rejected' ? { ...refused, reason: verdict.reason } : null;
}

/** @param reason given by the user who asked the laboratory, or by the laboratory */
export const cancelled = (reason: string | null): TransmissionChange => ({
  transmission: 'cancelled',
  reason,
  status: 'cancelled',
  also: ['lab_order.cancelled'],
  set: { cancelledReason: reason },
  items: { status: 'cancelled', from: OPEN_ITEMS, ids: 'all' },
  source: 'message',
});

const beforeCancellation = ({ statusHistory }: OrderRow) =>
  statusHistory.findLast(({ status }) => status !== 'cancelled')?.status ?? 'sent';

/**
 * Open tests of an order.
 * @param refused only those that the laboratory does not accept, by code, otherwise by place in the order
 */
async function openItems(tx: Tx, order: OrderRow, refused: readonly Refused[] | null): Promise<string[]> {
  if (refused?.length === 0) return [];
  const items = await tx
    .select()
    .from(labOrderItems)
    .where(
      and(
        eq(labOrderItems.orgId, order.orgId),
        eq(labOrderItems.orderId, order.id),
        inArray(labOrderItems.status, [...OPEN_ITEMS]),
      ),
    );
  if (refused === null) return items.map(({ id }) => id);
  return items
    .filter((item) =>
      refused.some(({ item: number, codes }) =>
        codes.length > 0
          ? codes.includes(item.code) || (item.loinc !== null && codes.includes(item.loinc))
          : number === item.position + 1,
      ),
    )
    .map(({ id }) => id);
}
