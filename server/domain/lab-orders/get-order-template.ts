import { and, eq, inArray } from 'drizzle-orm';
import { catalogTests } from '../../db/schema/index';
import type { OrderStatus } from '../../data-types/lab-order-codes';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { presentTest } from '../catalog/present';
import { findOrder } from './access';
import { MOST_DIAGNOSES } from './rules';
import type { OrderTemplate } from './sheet-contract';

/** A new order replaces one that the laboratory did not perform. */
const NOT_PERFORMED: readonly OrderStatus[] = ['rejected', 'failed'];

/** Tests and diagnoses of an order, for another one. It places nothing. @throws DomainError `not_found` */
export function getOrderTemplate(ctx: Context, { id }: { id: string }): Promise<OrderTemplate> {
  return perform(ctx, { action: 'get_order_template', kind: 'read', scope: 'labs:read' }, async (tx) => {
    const { row, items } = await findOrder(tx, ctx, id);
    const ids = items.map(({ testId }) => testId).filter((testId) => testId !== null);
    const tests =
      ids.length === 0
        ? []
        : await tx
            .select()
            .from(catalogTests)
            .where(
              and(
                eq(catalogTests.orgId, ctx.actor.orgId),
                inArray(catalogTests.id, ids),
                eq(catalogTests.active, true),
              ),
            );
    const found = items.map(({ testId }) => tests.find((test) => test.id === testId));
    return {
      output: {
        patient_id: showId('patient', row.patientId),
        order_number: row.orderNumber,
        created_at: row.createdAt.toISOString(),
        tests: found.filter((test) => test !== undefined).map(presentTest),
        missing: items.filter((_item, index) => !found[index]).map(({ name }) => name),
        priority: NOT_PERFORMED.includes(row.status) ? row.priority : null,
        diagnoses: row.diagnoses.slice(0, MOST_DIAGNOSES),
      },
      audit: { objectKind: 'lab_order', objectId: row.id, patientIds: [row.patientId] },
    };
  });
}
