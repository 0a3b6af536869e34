import { and, asc, desc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { labOrders, patients } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { isCancellationUnsent, isDue, isStopped, isUnsent, type OrderRow } from '../lab-orders/access';
import { COUNTED } from '../reviews/rules';
import type { Today } from './contract';
import { identityOf } from './reports';
import { MOST_ROWS } from './rules';

/** As in the partial index `lab_orders_overdue`. */
const isOpen = sql`${labOrders.status} not in ('completed', 'cancelled', 'rejected')`;

const ofPatient = and(
  eq(patients.orgId, labOrders.orgId),
  eq(patients.id, labOrders.patientId),
  isNull(patients.deletedAt),
);

/** Orders of visible patients with a condition, and their number up to a limit. */
function reading(tx: Tx, ctx: Context) {
  const tests = sql<
    string[]
  >`(select coalesce(array_agg(i.name order by i.position), '{}') from lab_order_items i
    where i.org_id = ${ctx.actor.orgId} and i.order_id = ${labOrders.id})`;
  const rows = (condition: SQL | undefined) =>
    tx
      .select({
        order: labOrders,
        patient: patients,
        tests,
        isUnsent: sql<boolean>`${isUnsent}`,
        isCancellationUnsent: sql<boolean>`${isCancellationUnsent}`,
      })
      .from(labOrders)
      .innerJoin(patients, ofPatient)
      .where(condition);
  const counted = (condition: SQL | undefined) => {
    const capped = tx
      .select({ one: sql`1` })
      .from(labOrders)
      .innerJoin(patients, ofPatient)
      .where(condition)
      .limit(COUNTED + 1)
      .as('capped');
    return tx.select({ count: sql<number>`count(*)::int` }).from(capped);
  };
  return { rows, counted };
}

/** Orders that need attention: stopped ones, as in the list of orders, and those without results in time. */
export async function readOrders(
  tx: Tx,
  ctx: Context,
  now: Date,
): Promise<{ part: NonNullable<Today['orders']>; patientIds: string[] }> {
  const own = eq(labOrders.orgId, ctx.actor.orgId);
  const isOverdue = and(own, isOpen, lt(labOrders.expectedBy, now));
  const stops = and(own, isStopped);
  const { rows, counted } = reading(tx, ctx);
  // A stopped order can be overdue as well: it is listed once.
  const late = and(isOverdue, sql`not ${isStopped}`);
  const [stopped, overdue, [stoppedCount], [overdueCount]] = await together(
    rows(stops)
      .orderBy(desc(sql`${labOrders.priority} = 'stat'`), desc(labOrders.updatedAt), desc(labOrders.id))
      .limit(MOST_ROWS),
    rows(late).orderBy(asc(labOrders.expectedBy), asc(labOrders.id)).limit(MOST_ROWS),
    counted(stops),
    counted(late),
  );
  const shown = [
    ...stopped.map((row) => ({ ...row, state: stopOf(row) })),
    ...overdue.map((row) => ({ ...row, state: 'overdue' as const })),
  ].slice(0, MOST_ROWS);
  return {
    part: {
      count: Math.min(COUNTED + 1, stoppedCount!.count + overdueCount!.count),
      overdue: overdueCount!.count,
      stopped: stoppedCount!.count,
      data: shown.map(({ order, patient, tests: names, state }) => ({
        id: showId('lab_order', order.id),
        patient: identityOf(patient),
        tests: names,
        priority: order.priority,
        expected_by: order.expectedBy?.toISOString() ?? null,
        state,
      })),
    },
    patientIds: shown.map(({ patient }) => patient.id),
  };
}

/** Why an order is stopped. It may be collected, with a message that failed. */
function stopOf({
  order: { status, transmissionStatus: transmission },
  ...row
}: {
  order: Pick<OrderRow, 'status' | 'transmissionStatus'>;
  isUnsent: boolean;
  isCancellationUnsent: boolean;
}): NonNullable<Today['orders']>['data'][number]['state'] {
  if (row.isUnsent) return 'unsent';
  if (row.isCancellationUnsent) return 'cancel_unsent';
  if (status === 'rejected' || status === 'failed') return status;
  return transmission === 'rejected' ||
    transmission === 'cancel_refused' ||
    transmission === 'cancel_requested'
    ? transmission
    : 'failed';
}

/** Orders whose day of collection has come. */
export async function readDue(
  tx: Tx,
  ctx: Context,
): Promise<{ part: NonNullable<Today['due']>; patientIds: string[] }> {
  const condition = and(eq(labOrders.orgId, ctx.actor.orgId), isDue(ctx));
  const { rows, counted } = reading(tx, ctx);
  const [shown, [count]] = await together(
    rows(condition).orderBy(asc(labOrders.collectOn), asc(labOrders.id)).limit(MOST_ROWS),
    counted(condition),
  );
  return {
    part: {
      count: count!.count,
      data: shown.map(({ order, patient, tests }) => ({
        id: showId('lab_order', order.id),
        patient: identityOf(patient),
        tests,
        collect_on: order.collectOn!,
      })),
    },
    patientIds: shown.map(({ patient }) => patient.id),
  };
}
