import { and, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { outboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { OutboundKind } from '../../data-types/transmission-codes';
import type { OrderRow } from './access';

/** The messages of an order to its laboratory. */

export type OutboundRow = typeof outboundMessages.$inferSelect;

/** Locked. `cancellation` is null if the order was sent again after it. */
export async function latestMessages(
  tx: Tx,
  order: OrderRow,
): Promise<{ newOrder: OutboundRow | null; cancellation: OutboundRow | null }> {
  const messages = await tx
    .select()
    .from(outboundMessages)
    .where(and(eq(outboundMessages.orgId, order.orgId), eq(outboundMessages.orderId, order.id)))
    .orderBy(desc(outboundMessages.position))
    .for('update');
  const [latest] = messages;
  return {
    newOrder: messages.find(({ kind }) => kind === 'new_order') ?? null,
    cancellation: latest?.kind === 'cancellation' ? latest : null,
  };
}

/** Oldest first. */
export const listCancellations = (tx: Tx, { orgId, id }: OrderRow) =>
  tx
    .select({
      at: outboundMessages.createdAt,
      by: outboundMessages.createdBy,
      reason: outboundMessages.cancelReason,
      status: outboundMessages.status,
      endedAt: outboundMessages.finishedAt,
      answer: outboundMessages.reason,
    })
    .from(outboundMessages)
    .where(
      and(
        eq(outboundMessages.orgId, orgId),
        eq(outboundMessages.orderId, id),
        eq(outboundMessages.kind, 'cancellation'),
      ),
    )
    .orderBy(asc(outboundMessages.position));

/** The laboratory canceled the order, so its messages are not sent again. */
export async function endMessages(tx: Tx, order: OrderRow, reason: string): Promise<void> {
  await withdrawUnsent(tx, order);
  await tx
    .update(outboundMessages)
    .set({ status: 'rejected', reason, failure: null, nextAttemptAt: null, finishedAt: new Date() })
    .where(
      and(
        eq(outboundMessages.orgId, order.orgId),
        eq(outboundMessages.orderId, order.id),
        inArray(outboundMessages.status, ['queued', 'sent']),
      ),
    );
}

/** Messages of an order of which no byte was sent. @returns how many */
export async function withdrawUnsent(tx: Tx, order: OrderRow): Promise<number> {
  const withdrawn = await tx
    .update(outboundMessages)
    .set({ status: 'withdrawn', nextAttemptAt: null, finishedAt: new Date() })
    .where(
      and(
        eq(outboundMessages.orgId, order.orgId),
        eq(outboundMessages.orderId, order.id),
        eq(outboundMessages.status, 'queued'),
        isNull(outboundMessages.sentAt),
      ),
    )
    .returning({ id: outboundMessages.id });
  return withdrawn.length;
}

/** Kind of the latest message after this one, which then decides. */
export async function laterKind(
  tx: Tx,
  { orgId, orderId, position }: OutboundRow,
): Promise<OutboundKind | null> {
  const [later] = await tx
    .select({ kind: outboundMessages.kind })
    .from(outboundMessages)
    .where(
      and(
        eq(outboundMessages.orgId, orgId),
        eq(outboundMessages.orderId, orderId),
        gt(outboundMessages.position, position),
      ),
    )
    .orderBy(desc(outboundMessages.position))
    .limit(1);
  return later?.kind ?? null;
}
