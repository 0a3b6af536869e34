import { and, eq, isNull } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import type { Patient } from './contract';
import { presentPatient } from './present';

/**
 * Like `getPatient`, but the ID of a merged record returns that record, which names its survivor: a FHIR resource has the
 * ID of its address.
 * @throws DomainError `not_found`
 */
export function getPatientRecord(ctx: Context, input: { id: string }): Promise<Patient> {
  return perform(ctx, { action: 'get_patient', kind: 'read', scope: 'patients:read' }, async (tx) => {
    const [row] = await tx
      .select()
      .from(patients)
      .where(
        and(
          eq(patients.orgId, ctx.actor.orgId),
          eq(patients.id, pathId('patient', input.id)),
          isNull(patients.deletedAt),
        ),
      );
    if (!row) throw notFound();
    return {
      output: presentPatient(row),
      audit: { objectKind: 'patient', objectId: row.id, patientIds: [row.id] },
    };
  });
}
