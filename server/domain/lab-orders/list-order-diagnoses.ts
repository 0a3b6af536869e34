import { and, desc, eq, sql } from 'drizzle-orm';
import { labOrders } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { ofOpenChart } from '../../shared/restricted-charts';
import type { Context } from '../../shared/context';
import type { Diagnosis } from '../../data-types/lab-order';
import { chartIdOf } from '../patients/access';
import { patientInSight } from './access';
import type { OrderDiagnoses, OrderDiagnosesInput } from './contract';
import { MOST_DIAGNOSES } from './rules';
import { USUAL_DIAGNOSES } from './usual-diagnoses';

/** Enough to include the current diagnoses. */
const ORDERS = 50;

/** Of the organization. Bounds the time, because orders without diagnoses are not in an index. */
const RECENT_ORDERS = 1000;
/** Enough for the words of a practice, and little for a page. */
const MOST_KNOWN = 300;

/**
 * Diagnoses of earlier orders of a patient, offered for the next one, and those of all patients and the usual ones, to be
 * found by words. No diagnoses of an unknown patient.
 */
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
    const ofPatient = latestByCode(rows.flatMap(({ diagnoses }) => diagnoses));
    const { orgId } = ctx.actor;
    const recent = await tx
      .select({ patientId: labOrders.patientId, diagnoses: labOrders.diagnoses })
      .from(labOrders)
      .where(
        and(
          eq(labOrders.orgId, orgId),
          sql`${labOrders.id} in (select r.id from lab_orders r where r.org_id = ${orgId} order by r.id desc limit ${RECENT_ORDERS})`,
          patientInSight(orgId),
          ofOpenChart(ctx, labOrders.patientId),
          sql`${labOrders.diagnoses} <> '[]'::jsonb`,
        ),
      )
      .orderBy(desc(labOrders.id));
    return {
      output: {
        data: ofPatient.slice(0, MOST_DIAGNOSES),
        known: frequentByCode(recent).slice(0, MOST_KNOWN),
        usual: USUAL_DIAGNOSES,
      },
      audit: {
        objectKind: 'lab_order',
        patientIds: rows.length > 0 ? [patientId] : [],
        detail: { count: ofPatient.length },
      },
    };
  });
}

/** One for each code, with its latest description. */
function latestByCode(diagnoses: readonly Diagnosis[]): Diagnosis[] {
  const latest = new Map<string, Diagnosis>();
  for (const diagnosis of diagnoses) {
    const known = latest.get(diagnosis.code);
    if (!known || known.description === null) latest.set(diagnosis.code, diagnosis);
  }
  return [...latest.values()];
}

/** One for each code, with the usual description or that of several patients: what was typed for one stays there. */
function frequentByCode(orders: readonly { patientId: string; diagnoses: Diagnosis[] }[]): Diagnosis[] {
  const used = new Map<string, { diagnosis: Diagnosis; count: number; patients: Map<string, Set<string>> }>();
  for (const { patientId, diagnoses } of orders)
    for (const diagnosis of diagnoses) {
      const { code, description } = diagnosis;
      const one = used.get(code) ?? { diagnosis, count: 0, patients: new Map<string, Set<string>>() };
      one.count += 1;
      if (description !== null)
        one.patients.set(description, (one.patients.get(description) ?? new Set()).add(patientId));
      used.set(code, one);
    }
  return [...used.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ diagnosis, patients }) => {
      const usual = USUAL_DIAGNOSES.find(({ code }) => code === diagnosis.code)?.description;
      const [shared] = [...patients]
        .filter(([, ids]) => ids.size > 1)
        .toSorted(([, a], [, b]) => b.size - a.size);
      return { ...diagnosis, description: usual ?? shared?.[0] ?? null };
    });
}
