import { and, desc, eq, sql } from 'drizzle-orm';
import { labOrders } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { Diagnosis } from '../../data-types/lab-order';
import { chartIdOf } from '../patients/access';
import { patientInSight } from './access';
import type { OrderDiagnoses, OrderDiagnosesInput } from './contract';
import { MOST_DIAGNOSES } from './rules';

/** Enough to include the current diagnoses. */
const ORDERS = 50;

/** Diagnoses of earlier orders of a patient, offered for the next one. Empty for an unknown patient. */
export function listOrderDiagnoses(ctx: Context, input: OrderDiagnosesInput): Promise<OrderDiagnoses> {
  return perform(ctx, { action: 'list_order_diagnoses', kind: 'list', scope: 'labs:read' }, async (tx) => {
    const patientId = await chartIdOf(tx, ctx, input.patient_id);
    const rows = await tx
      .select({ diagnoses: labOrders.diagnoses })
      .from(labOrders)
      .where(
        and(
          eq(labOrders.orgId, ctx.actor.orgId),
          eq(labOrders.patientId, patientId),
          patientInSight(ctx.actor.orgId),
          sql`${labOrders.diagnoses} <> '[]'::jsonb`,
        ),
      )
      .orderBy(desc(labOrders.id))
      .limit(ORDERS);
    const byCode = new Map<string, Diagnosis>();
    for (const diagnosis of rows.flatMap(({ diagnoses }) => diagnoses)) {
      const known = byCode.get(diagnosis.code);
      if (!known || (known.description === null && diagnosis.description !== null))
        byCode.set(diagnosis.code, diagnosis);
    }
    return {
      output: { data: [...byCode.values()].slice(0, MOST_DIAGNOSES) },
      audit: {
        objectKind: 'lab_order',
        patientIds: rows.length > 0 ? [patientId] : [],
        detail: { count: byCode.size },
      },
    };
  });
}
