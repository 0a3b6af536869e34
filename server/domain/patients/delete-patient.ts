import { and, eq, notInArray, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { labOrders, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { assertVersion, lockRecord, type PatientRow } from './access';
import { patientEvent } from './events';
import { removeLookups } from './lookups';

/**
 * Deletes a patient softly and frees MRN and external ID. Rejected while an order is open, because its result would
 * arrive for no patient.
 * @throws DomainError `not_found`, `invalid_state` (it was merged), `patient_has_open_orders`, `version_mismatch`
 */
export function deletePatient(ctx: Context, input: { id: string }): Promise<void> {
  return perform(
    ctx,
    { action: 'delete_patient', kind: 'write', scope: 'patients:write', role: 'admin' },
    async (tx) => {
      const { orgId } = ctx.actor;
      const row = await lockRecord(tx, ctx, input.id);
      assertVersion(ctx, row);
      const [open] = await tx
        .select({ id: labOrders.id })
        .from(labOrders)
        .where(
          and(
            eq(labOrders.orgId, orgId),
            eq(labOrders.patientId, row.id),
            notInArray(labOrders.status, ['completed', 'cancelled', 'rejected']),
          ),
        )
        .limit(1);
      if (open)
        throw new DomainError(
          'patient_has_open_orders',
          'The patient has open lab orders. Complete or cancel them first.',
        );
      await hidePatient(tx, ctx, row);
      return { output: undefined, audit: { objectKind: 'patient', objectId: row.id, patientIds: [row.id] } };
    },
  );
}

/** Frees MRN and external ID. Orders, results and documents are hidden together with the patient. */
export async function hidePatient(tx: Tx, ctx: Context, row: PatientRow): Promise<void> {
  const { orgId } = row;
  const now = new Date();
  const [deleted] = await tx
    .update(patients)
    .set({
      deletedAt: now,
      deletedBy: actorName(ctx.actor),
      updatedAt: databaseTime,
      version: sql`${patients.version} + 1`,
      sequence: sql`${patients.sequence} + 1`,
    })
    .where(and(eq(patients.orgId, orgId), eq(patients.id, row.id)))
    .returning();
  await removeLookups(tx, orgId, row.id);
  await emit(tx, ctx, patientEvent('patient.deleted', deleted!));
}
