import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import { labConnections, labOrders, outboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';

/** Messages with the name of their connection and the number of their order. */
export function namedOutbound(tx: Tx, ctx: Context, condition: SQL | undefined) {
  const { orgId } = ctx.actor;
  return tx
    .select({
      message: outboundMessages,
      connection: labConnections.name,
      orderNumber: labOrders.orderNumber,
      patientId: labOrders.patientId,
    })
    .from(outboundMessages)
    .innerJoin(
      labConnections,
      and(
        eq(labConnections.orgId, outboundMessages.orgId),
        eq(labConnections.id, outboundMessages.connectionId),
      ),
    )
    .innerJoin(
      labOrders,
      and(eq(labOrders.orgId, outboundMessages.orgId), eq(labOrders.id, outboundMessages.orderId)),
    )
    .where(
      and(
        eq(outboundMessages.orgId, orgId),
        eq(labConnections.orgId, orgId),
        eq(labOrders.orgId, orgId),
        condition,
      ),
    );
}

/**
 * Queued messages of a connection do not wait for their next attempt. Without those that another transaction is changing,
 * which could wait for this one.
 */
export async function retryNow(
  tx: Tx,
  { orgId, connectionId }: { orgId: string; connectionId: string },
): Promise<void> {
  const waiting = tx
    .select({ id: outboundMessages.id })
    .from(outboundMessages)
    .where(
      and(
        eq(outboundMessages.orgId, orgId),
        eq(outboundMessages.connectionId, connectionId),
        eq(outboundMessages.status, 'queued'),
        isNotNull(outboundMessages.nextAttemptAt),
      ),
    )
    .for('update', { skipLocked: true });
  await tx
    .update(outboundMessages)
    .set({ nextAttemptAt: null })
    .where(and(eq(outboundMessages.orgId, orgId), inArray(outboundMessages.id, waiting)));
}
