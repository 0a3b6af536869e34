import { and, asc, eq, gt, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';
import { labOrders } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { showId } from '../../shared/ids';
import type { OrderRow, WholeOrder } from './access';
import type { OrderSheet } from './sheet-contract';

/** More than a patient has in the time. */
const ORDERS = 100;

type Linked = Pick<OrderSheet, 'ordered_again' | 'replaces'>;

const rejectedAt = ({ status, statusHistory }: Pick<OrderRow, 'status' | 'statusHistory'>) =>
  status === 'rejected' || status === 'cancelled'
    ? statusHistory.findLast((step) => step.status === 'rejected')?.at
    : undefined;

/** Orders with the tests of a rejected one that were placed after the rejection, as in `isOrderedAgain`, both ways. */
export async function linkedOrders(tx: Tx, { row, items }: WholeOrder): Promise<Linked> {
  const at = rejectedAt(row);
  const own = items.filter(({ status }) => status !== 'cancelled').map(({ testId }) => testId);
  const [later, earlier] = await together(
    at
      ? ordersOfPatient(
          tx,
          row,
          and(gt(labOrders.createdAt, new Date(at)), ne(labOrders.status, 'cancelled')),
        )
      : Promise.resolve([]),
    ordersOfPatient(
      tx,
      row,
      and(
        lt(labOrders.createdAt, row.createdAt),
        inArray(labOrders.status, ['rejected', 'cancelled']),
        sql`${labOrders.statusHistory} @> '[{"status": "rejected"}]'`,
      ),
    ),
  );
  const again = later.filter(({ tests }) => tests.some((test) => own.includes(test)));
  const replaced = earlier.filter(
    (order) =>
      (rejectedAt(order) ?? '') < row.createdAt.toISOString() &&
      order.tests.length > 0 &&
      order.tests.every((test) => test !== null && own.includes(test)),
  );
  const isWhole = own.every((test) => again.some(({ tests }) => test !== null && tests.includes(test)));
  return { ordered_again: isWhole ? again.map(reference) : [], replaces: replaced.map(reference) };
}

const reference = ({ id, orderNumber }: Pick<OrderRow, 'id' | 'orderNumber'>) => ({
  id: showId('lab_order', id),
  order_number: orderNumber,
});

const ordersOfPatient = (tx: Tx, { orgId, patientId }: OrderRow, condition: SQL | undefined) =>
  tx
    .select({
      id: labOrders.id,
      orderNumber: labOrders.orderNumber,
      status: labOrders.status,
      statusHistory: labOrders.statusHistory,
      tests: sql<(string | null)[]>`(select coalesce(array_agg(i.test_id), '{}') from lab_order_items i
        where i.org_id = ${orgId} and i.order_id = lab_orders.id and i.status <> 'cancelled')`,
    })
    .from(labOrders)
    .where(and(eq(labOrders.orgId, orgId), eq(labOrders.patientId, patientId), condition))
    .orderBy(asc(labOrders.id))
    .limit(ORDERS);
