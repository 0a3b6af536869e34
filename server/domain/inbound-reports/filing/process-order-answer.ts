import { and, eq } from 'drizzle-orm';
import { inboundMessageBytes, inboundMessages, labConnections } from '../../../db/schema/index';
import { withTenant } from '../../../db/transaction';
import type { Context } from '../../../shared/context';
import type { MessageState } from '../../../data-types/inbound-message-codes';
import { isAboutOrders } from '../../../hl7v2/check-structure';
import { readMessage } from '../../../hl7v2/read-message';
import { readOrderAnswer } from '../../../hl7v2/read-order-answer';
import { readOrderUpdates, type OrderUpdate } from '../../../hl7v2/read-order-updates';
import { Warnings } from '../../../hl7v2/warnings';
import { recordAnswer } from '../../lab-orders/record-answer';
import { recordUpdate } from '../../lab-orders/record-update';

/**
 * Processes an answer to an order, or a message about its progress, that the laboratory sent on its own connection. An
 * answer is found by the control ID of our message, otherwise by order number. Repeating it has no effect.
 * @param messageId `uuid`
 * @returns null if the message is not about orders
 */
export async function processOrderAnswer(ctx: Context, messageId: string): Promise<MessageState | null> {
  const { orgId } = ctx.actor;
  const own = and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, messageId));
  const [row] = await withTenant(orgId, (tx) => tx.select().from(inboundMessages).where(own));
  if (!row || !isAboutOrders(row.messageType ?? '')) return null;
  const [stored] = await withTenant(orgId, (tx) =>
    tx
      .select({
        bytes: inboundMessageBytes.bytes,
        charset: labConnections.charset,
        timeZone: labConnections.timeZone,
      })
      .from(inboundMessageBytes)
      .innerJoin(
        labConnections,
        and(eq(labConnections.orgId, orgId), eq(labConnections.id, row.connectionId)),
      )
      .where(and(eq(inboundMessageBytes.orgId, orgId), eq(inboundMessageBytes.messageId, messageId))),
  );
  const warnings = new Warnings();
  warnings.addAll(row.warnings);
  const known = row.isTest || !stored ? true : await record(ctx, row.connectionId, stored);
  if (!known)
    warnings.add(
      'order_unknown',
      null,
      'No order of this connection has the control ID or order number of the message.',
    );
  const state = row.isTest ? 'test' : 'processed';
  await withTenant(orgId, (tx) =>
    tx
      .update(inboundMessages)
      .set({ state, warnings: warnings.list, failure: null, finishedAt: new Date() })
      .where(own),
  );
  return state;
}

async function record(
  ctx: Context,
  connectionId: string,
  { bytes, charset, timeZone }: { bytes: Buffer; charset: string | null; timeZone: string },
): Promise<boolean> {
  const answer = readOrderAnswer(bytes);
  if (answer.readable && (await recordAnswer(ctx, connectionId, { answer, bytes })) !== null) return true;
  const byOrder = new Map<string, OrderUpdate[]>();
  for (const update of readOrderUpdates(readMessage(bytes, charset).message, timeZone)) {
    const placer = update.placer ?? update.group;
    if (placer !== null) byOrder.set(placer, [...(byOrder.get(placer) ?? []), update]);
  }
  let known = false;
  for (const [placer, updates] of byOrder)
    known = (await recordUpdate(ctx, connectionId, placer, updates, bytes)) || known;
  return known;
}
