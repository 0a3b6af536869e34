import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { catalogTests, labOrderItems, labOrders } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { connectedLabs } from '../order-destinations/access';
import { chartIdOf } from '../patients/access';
import { patientInSight } from './access';
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
    const items =
      orders.length === 0
        ? []
        : await tx
            .select({ item: labOrderItems, components: catalogTests.components })
            .from(labOrderItems)
            .leftJoin(
              catalogTests,
              and(eq(catalogTests.orgId, labOrderItems.orgId), eq(catalogTests.id, labOrderItems.testId)),
            )
            .where(
              and(
                eq(labOrderItems.orgId, orgId),
                inArray(
                  labOrderItems.orderId,
                  orders.map(({ id }) => id),
                ),
                notInArray(labOrderItems.status, ['cancelled', 'not_performed']),
              ),
            )
            .orderBy(labOrderItems.position);
    const labs = await connectedLabs(tx, ctx);
    return {
      output: {
        connected_labs: labs.map(({ labId }) => labId),
        paused_labs: labs.filter(({ paused }) => paused).map(({ labId }) => labId),
        data: orders.map((order) => ({
          order_id: showId('lab_order', order.id),
          order_number: order.orderNumber,
          created_at: order.createdAt.toISOString(),
          status: order.status,
          transmission_status: order.transmissionStatus,
          accepted_at: order.acceptedAt?.toISOString() ?? null,
          tests: items
            .filter(({ item }) => item.orderId === order.id)
            .map(({ item, components }) => ({
              test_id: item.testId && showId('catalog_test', item.testId),
              loinc: item.loinc,
              name: item.name,
              components: (components ?? []).map(({ test_id, loinc }) => ({ test_id, loinc })),
            })),
        })),
      },
      audit: {
        objectKind: 'lab_order',
        patientIds: orders.length > 0 ? [patientId] : [],
        detail: { count: orders.length },
      },
    };
  });
}
