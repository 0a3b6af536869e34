import { and, asc, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { labOrderItems, labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { actorName, type Context } from '../../shared/context';
import type { OrderReport } from '../lab-orders/access';
import { orderEvent } from '../lab-orders/events';
import { addedTests } from '../lab-orders/present';
import type { OrderStatus } from '../../data-types/lab-order-codes';

/** Statuses set by results; an order returns to the one before the first of these. */
const BY_RESULTS: readonly OrderStatus[] = ['in_progress', 'partially_resulted', 'completed'];

/** After a result was moved to another patient, the tests are pending again, and the order's history records it. */
export async function reopenOrder(tx: Tx, ctx: Context, orderId: string, result: OrderReport): Promise<void> {
  const { orgId } = ctx.actor;
  const [order] = await tx
    .select()
    .from(labOrders)
    .where(and(eq(labOrders.orgId, orgId), eq(labOrders.id, orderId)))
    .for('update');
  if (!order) return;
  const inOrder = and(eq(labOrderItems.orgId, orgId), eq(labOrderItems.orderId, orderId));
  await tx
    .update(labOrderItems)
    .set({ status: 'ordered', resultId: null })
    .where(and(inOrder, eq(labOrderItems.resultId, result.id)));
  const items = await tx.select().from(labOrderItems).where(inOrder).orderBy(asc(labOrderItems.position));
  const status = items.some((item) => item.status === 'resulted')
    ? 'partially_resulted'
    : statusBefore(order.statusHistory);
  const moved = status !== order.status;
  const now = new Date();
  const entry = {
    status,
    at: now.toISOString(),
    by: actorName(ctx.actor),
    reason: 'Its result belonged to another patient.',
    source: 'portal' as const,
  };
  const [row] = await tx
    .update(labOrders)
    .set({
      status,
      statusHistory: moved ? [...order.statusHistory, entry] : order.statusHistory,
      version: sql`${labOrders.version} + 1`,
      sequence: sql`${labOrders.sequence} + 1`,
      updatedAt: databaseTime,
    })
    .where(and(eq(labOrders.orgId, orgId), eq(labOrders.id, orderId)))
    .returning();
  await emit(
    tx,
    ctx,
    orderEvent('lab_order.updated', row!, {
      sequence: row!.sequence,
      changedFields: [
        ...(moved ? ['status', 'status_history'] : []),
        'items',
        ...(addedTests(items, result).length > 0 ? ['added_tests'] : []),
        'result_ids',
      ],
      ...(moved ? { previous: { status: order.status } } : {}),
    }),
  );
}

const statusBefore = (history: readonly { status: OrderStatus }[]): OrderStatus =>
  history.filter(({ status }) => !BY_RESULTS.includes(status)).at(-1)?.status ?? 'requested';
