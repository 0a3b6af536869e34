import { and, eq, sql } from 'drizzle-orm';
import { labOrderItems, labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { OrderUpdate } from '../../hl7v2/read-order-updates';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import type { OrderRow } from './access';
import { readVerdict, type ReadableAnswer } from './answer-rules';
import { changeTransmission } from './change-transmission';
import { applyVerdict, latestMessage, OPEN_ITEMS, type OutboundRow } from './record-answer';

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
  cancelled: 'CR',
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
    const message = order && (await latestMessage(tx, order));
    if (!order || !message)
      return { output: false, audit: { objectKind: 'lab_connection', objectId: connectionId } };
    const states = [...new Set(updates.map(({ state }) => state))];
    if (message.kind === 'new_order' && states.includes('cancelled'))
      await cancelByLaboratory(tx, ctx, order, updates);
    else {
      const answer = answerFrom(message, updates);
      const verdict = readVerdict(message.kind, answer);
      await applyVerdict(tx, ctx, { order, message, later: null }, verdict, { answer, bytes });
    }
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

/** Tests that the laboratory names, otherwise the whole order. */
async function cancelByLaboratory(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  updates: readonly OrderUpdate[],
): Promise<void> {
  const canceled = updates.filter(({ state }) => state === 'cancelled');
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
  if (open.length === 0) return;
  const said = canceled.find(({ reason }) => reason !== null)?.reason;
  const reason = `The laboratory canceled the order${said ? `: ${said}` : '.'}`;
  const whole = canceled.some(({ codes }) => codes.length === 0) || named.length === open.length;
  if (!whole && named.length === 0) return;
  await changeTransmission(
    tx,
    ctx,
    order,
    whole
      ? {
          transmission: 'cancelled',
          reason,
          status: 'cancelled',
          also: ['lab_order.cancelled'],
          set: { cancelledReason: reason },
          items: { status: 'cancelled', from: OPEN_ITEMS, ids: 'all' },
          source: 'message',
        }
      : {
          transmission: order.transmissionStatus,
          reason: order.transmissionReason,
          also: [],
          items: { status: 'cancelled', from: OPEN_ITEMS, ids: named.map(({ id }) => id) },
          source: 'message',
        },
  );
}
