import { and, asc, eq } from 'drizzle-orm';
import { labOrderItems, labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import type { OrderReport } from '../lab-orders/access';
import { storeOrderChange } from '../lab-orders/events';
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
  await storeOrderChange(tx, ctx, order, {
    step: moved ? { status, reason: 'Its result belonged to another patient.', source: 'portal' } : null,
    types: ['lab_order.updated'],
    changedFields: ['items', ...(addedTests(items, result).length > 0 ? ['added_tests'] : []), 'result_ids'],
  });
}

const statusBefore = (history: readonly { status: OrderStatus }[]): OrderStatus =>
  history.filter(({ status }) => !BY_RESULTS.includes(status)).at(-1)?.status ?? 'requested';
