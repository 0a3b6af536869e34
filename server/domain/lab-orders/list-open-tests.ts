import { and, desc, eq, gt, inArray, notInArray, or } from 'drizzle-orm';
import { catalogTests, labOrders } from '../../db/schema/index';
import type { CatalogComponent } from '../../data-types/catalog-test';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { connectedLabs } from '../order-destinations/access';
import { chartIdOf } from '../patients/access';
import { completeOrders, patientInSight, type ItemRow, type WholeOrder } from './access';
import { presentOrder } from './present';
import { CLOSED_STATUSES, isOpen, RESULTED_HOURS } from './rules';
import type { OpenTests, OpenTestsInput } from './sheet-contract';

/** More than a patient ever has. */
const ORDERS = 100;

/** For a new order: tests of open and recently resulted orders of its patient, so that none is ordered twice. */
export function listOpenTests(ctx: Context, input: OpenTestsInput): Promise<OpenTests> {
  return perform(ctx, { action: 'list_open_tests', kind: 'list', scope: 'labs:read' }, async (tx) => {
    const { orgId } = ctx.actor;
    const since = new Date(Date.now() - RESULTED_HOURS * 3_600_000);
    const patientId = await chartIdOf(tx, ctx, input.patient_id);
    const orders = await tx
      .select()
      .from(labOrders)
      .where(
        and(
          eq(labOrders.orgId, orgId),
          eq(labOrders.patientId, patientId),
          patientInSight(orgId),
          or(
            notInArray(labOrders.status, [...CLOSED_STATUSES]),
            and(eq(labOrders.status, 'completed'), gt(labOrders.updatedAt, since)),
          ),
        ),
      )
      .orderBy(desc(labOrders.id))
      .limit(ORDERS);
    const whole = await completeOrders(tx, ctx, orders);
    const measured = await componentsOf(tx, ctx, whole);
    const labs = await connectedLabs(tx, ctx);
    const testsOf = (items: readonly ItemRow[]) =>
      items.map(({ testId, loinc, name }) => ({
        test_id: testId && showId('catalog_test', testId),
        loinc,
        name,
        components: ((testId && measured.get(testId)) || []).map((component) => ({
          test_id: component.test_id,
          loinc: component.loinc,
        })),
      }));
    return {
      output: {
        connected_labs: labs.map(({ labId, paused, failingSince }) => ({
          id: labId,
          paused,
          failing_since: failingSince?.toISOString() ?? null,
        })),
        data: whole
          .filter(({ row }) => isOpen(row.status))
          .map((order) => {
            const { id, order_number, created_at, status, transmission } = presentOrder(order);
            return {
              order_id: id,
              order_number,
              created_at,
              status,
              transmission,
              tests: testsOf(
                order.items.filter(({ status: of }) => of !== 'cancelled' && of !== 'not_performed'),
              ),
            };
          }),
        resulted: whole.flatMap(({ row, items, reports }) => {
          const resultedAt = row.statusHistory.findLast(({ status }) => status === 'completed')?.at;
          // A later change of the order is not a result.
          if (isOpen(row.status) || !resultedAt || new Date(resultedAt) < since) return [];
          const valid = reports.filter(
            ({ status }) => status !== 'entered_in_error' && status !== 'cancelled',
          );
          const resulted = items.filter(
            (item) => item.status === 'resulted' && valid.some(({ id }) => id === item.resultId),
          );
          if (resulted.length === 0) return [];
          return {
            order_id: showId('lab_order', row.id),
            resulted_at: resultedAt,
            result_ids: valid.map(({ id }) => showId('lab_result', id)),
            tests: testsOf(resulted),
          };
        }),
      },
      audit: {
        objectKind: 'lab_order',
        patientIds: orders.length > 0 ? [patientId] : [],
        detail: { count: orders.length },
      },
    };
  });
}

/** Of the panels among the ordered tests, by test. */
async function componentsOf(tx: Tx, ctx: Context, orders: readonly WholeOrder[]) {
  const ids = orders.flatMap(({ items }) => items.map(({ testId }) => testId)).filter((id) => id !== null);
  if (ids.length === 0) return new Map<string, CatalogComponent[]>();
  const { id, components } = catalogTests;
  const found = await tx
    .select({ id, components })
    .from(catalogTests)
    .where(and(eq(catalogTests.orgId, ctx.actor.orgId), inArray(id, ids)));
  return new Map(found.map((test) => [test.id, test.components]));
}
