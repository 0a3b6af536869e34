import { and, eq, sql } from 'drizzle-orm';
import { labOrderItems, labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { OrderUpdate } from '../../hl7v2/read-order-updates';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import type { OrderRow } from './access';
import { readVerdict, type ReadableAnswer } from './answer-rules';
import { changeTransmission } from './change-transmission';
import { endMessages, latestMessages, type OutboundRow } from './outbound-messages';
import { applyVerdict, AWAITED, cancelled, OPEN_ITEMS } from './record-answer';

/** What a laboratory reports about orders on its own, by order number instead of control ID. */

type State = NonNullable<OrderUpdate['state']>;

/** The order controls with the same meaning in an answer; others are no answer. */
const CONTROLS: Partial<Record<State, string>> = {
  accepted: 'OK',
  in_progress: 'OK',
  partial: 'OK',
  completed: 'OK',
  rejected: 'UA',
  unknown_order: 'UA',
  cancel_refused: 'UC',
};

/**
 * @param connectionId `uuid`; orders sent to other connections are not found
 * @param placer order number
 * @returns whether the order is known
 */
export function recordUpdate(
  ctx: Context,
  connectionId: string,
  placer: string,
  updates: readonly OrderUpdate[],
  bytes: Buffer,
): Promise<boolean> {
  return perform(ctx, { action: 'record_order_answer', kind: 'write' }, async (tx) => {
    const order = await lockSent(tx, ctx, connectionId, placer);
    if (!order) return { output: false, audit: { objectKind: 'lab_connection', objectId: connectionId } };
    await apply(tx, ctx, order, updates, bytes);
    const states = [...new Set(updates.map(({ state }) => state))];
    return {
      output: true,
      audit: {
        objectKind: 'lab_order',
        objectId: order.id,
        patientIds: [order.patientId],
        detail: { states: states.filter((state) => state !== null) },
      },
    };
  });
}

async function lockSent(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  placer: string,
): Promise<OrderRow | null> {
  const { orgId } = ctx.actor;
  const [row] = await tx
    .select()
    .from(labOrders)
    .where(
      and(
        eq(labOrders.orgId, orgId),
        eq(labOrders.orderNumber, placer),
        sql`exists (select 1 from outbound_messages m where m.org_id = ${orgId} and m.order_id = ${labOrders.id} and m.connection_id = ${connectionId})`,
      ),
    )
    .for('update');
  return row ?? null;
}

async function apply(
  tx: Tx,
  ctx: Context,
  before: OrderRow,
  updates: readonly OrderUpdate[],
  bytes: Buffer,
): Promise<void> {
  const { newOrder, cancellation } = await latestMessages(tx, before);
  const canceled = updates.filter(({ state }) => state === 'cancelled');
  const awaiting = AWAITED.includes(before.transmissionStatus) ? cancellation : null;
  const order =
    canceled.length === 0 ? before : await cancelTests(tx, ctx, before, canceled, awaiting, bytes);
  if (!order) return;
  const message = cancellation && concerns(cancellation, updates) ? cancellation : newOrder;
  if (!message) return;
  const answer = answerFrom(message, updates);
  const later = message === newOrder && cancellation ? 'cancellation' : null;
  await applyVerdict(tx, ctx, { order, message, later }, readVerdict(message.kind, answer), {
    answer,
    bytes,
  });
}

/**
 * Whether the laboratory refuses a cancellation. Progress concerns the order, and so does OK: without a control ID it does
 * not show which message it answers.
 */
const concerns = ({ status, sentAt }: OutboundRow, updates: readonly OrderUpdate[]): boolean =>
  status !== 'rejected' &&
  updates.some(
    ({ state }) =>
      state === 'cancel_refused' || (sentAt !== null && (state === 'rejected' || state === 'unknown_order')),
  );

const answerFrom = ({ controlId }: OutboundRow, updates: readonly OrderUpdate[]): ReadableAnswer => ({
  readable: true,
  controlId,
  code: null,
  text: null,
  orders: updates.flatMap((update) => {
    const control = update.state && CONTROLS[update.state];
    return control ? [{ ...update, control }] : [];
  }),
});

/**
 * Cancels the tests that the laboratory names, otherwise the whole order.
 * @param cancellation our own request, if it is not answered
 * @returns the order after the change; null if all of it is canceled
 */
async function cancelTests(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  canceled: readonly OrderUpdate[],
  cancellation: OutboundRow | null,
  bytes: Buffer,
): Promise<OrderRow | null> {
  const items = await tx
    .select()
    .from(labOrderItems)
    .where(and(eq(labOrderItems.orgId, order.orgId), eq(labOrderItems.orderId, order.id)));
  const open = items.filter(({ status }) => OPEN_ITEMS.includes(status));
  const named = open.filter((item) =>
    canceled.some(
      ({ codes }) => codes.includes(item.code) || (item.loinc !== null && codes.includes(item.loinc)),
    ),
  );
  if (open.length === 0) return order;
  const whole = canceled.some(({ codes }) => codes.length === 0) || named.length === open.length;
  if (!whole)
    return named.length === 0
      ? order
      : changeTransmission(tx, ctx, order, {
          transmission: order.transmissionStatus,
          reason: order.transmissionReason,
          also: [],
          items: { status: 'cancelled', from: OPEN_ITEMS, ids: named.map(({ id }) => id) },
          source: 'message',
        });
  if (cancellation) {
    const orders = canceled.map((update) => ({ ...update, control: 'CR' }));
    const answer = { ...answerFrom(cancellation, []), orders };
    const found = { order, message: cancellation, later: null };
    await applyVerdict(tx, ctx, found, readVerdict('cancellation', answer), { answer, bytes });
    return null;
  }
  const said = canceled.find(({ reason }) => reason !== null)?.reason;
  const reason = `The laboratory canceled the order${said ? `: ${said}` : '.'}`;
  await endMessages(tx, order, reason);
  await changeTransmission(tx, ctx, order, cancelled(reason));
  return null;
}
