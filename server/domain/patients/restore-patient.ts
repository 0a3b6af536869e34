import { and, eq, gt, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { patients } from '../../db/schema/index';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';
import type { Patient } from './contract';
import { patientEvent } from './events';
import { deletedSince } from './list-deleted-patients';
import { presentPatient } from './present';
import { writeLookups } from './lookups';

/**
 * Restores a deleted patient with orders, results and documents. MRN, external ID and identifiers must still be free.
 * @throws DomainError `not_found` (also if deleted too long ago), `duplicate_mrn`, `duplicate_external_id`,
 * `duplicate_identifier`
 */
export function restorePatient(ctx: Context, input: { id: string }): Promise<Patient> {
  return perform(
    ctx,
    {
      action: 'restore_patient',
      kind: 'write',
      scope: 'patients:write',
      role: 'admin',
      peopleOnly: true,
    },
    async (tx) => {
      const { orgId } = ctx.actor;
      const [row] = await tx
        .update(patients)
        .set({
          deletedAt: null,
          deletedBy: null,
          updatedAt: databaseTime,
          version: sql`${patients.version} + 1`,
          sequence: sql`${patients.sequence} + 1`,
        })
        .where(
          and(
            eq(patients.orgId, orgId),
            eq(patients.id, pathId('patient', input.id)),
            gt(patients.deletedAt, deletedSince()),
          ),
        )
        .returning();
      if (!row) throw notFound();
      await writeLookups(tx, orgId, row.id, row, { replace: true });
      await emit(tx, ctx, patientEvent('patient.restored', row));
      return {
        output: presentPatient(row),
        audit: { objectKind: 'patient', objectId: row.id, patientIds: [row.id] },
      };
    },
  );
}
