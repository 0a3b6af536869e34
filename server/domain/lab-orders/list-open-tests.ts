import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { catalogTests, labOrders } from '../../db/schema/index';
import type { CatalogComponent } from '../../data-types/catalog-test';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { connectedLabs } from '../order-destinations/access';
import { chartIdOf } from '../patients/access';
import { completeOrders, patientInSight, type WholeOrder } from './access';
import { presentOrder } from './present';
import { CLOSED_STATUSES } from './rules';
import type { OpenTests, OpenTestsInput } from './sheet-contract';

/** More than a patient ever has. */
const ORDERS = 100;

/** For a new order: tests of the open orders of its patient, so that none is ordered twice. */
export function listOpenTests(ctx: Context, input: OpenTestsInput): Promise<OpenTests> {
  return perform(ctx, { action: 'list_open_tests', kind: 'list', scope: 'labs:read' }, async (tx) => {
    const { orgId } = ctx.actor;
    const patientId = await chartIdOf(tx, ctx, input.patient_id);
    const orders = await tx
      .select()
      .from(labOrders)
      .where(
        and(
          eq(labOrders.orgId, orgId),
          eq(labOrders.patientId, patientId),
          patientInSight(orgId),
          notInArray(labOrders.status, [...CLOSED_STATUSES]),
        ),
      )
      .orderBy(desc(labOrders.id))
      .limit(ORDERS);
    const whole = await completeOrders(tx, ctx, orders);
    const measured = await componentsOf(tx, ctx, whole);
    const labs = await connectedLabs(tx, ctx);
    return {
      output: {
        connected_labs: labs.map(({ labId, paused, failingSince }) => ({
          id: labId,
          paused,
          failing_since: failingSince?.toISOString() ?? null,
        })),
        data: whole.map((order) => {
          const { id, order_number, created_at, status, transmission } = presentOrder(order);
          return {
            order_id: id,
            order_number,
            created_at,
            status,
            transmission,
            tests: order.items
              .filter((item) => item.status !== 'cancelled' && item.status !== 'not_performed')
              .map(({ testId, loinc, name }) => ({
                test_id: testId && showId('catalog_test', testId),
                loinc,
                name,
                components: ((testId && measured.get(testId)) || []).map((component) => ({
                  test_id: component.test_id,
                  loinc: component.loinc,
                })),
              })),
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
