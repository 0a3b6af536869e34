import { and, eq } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { Patient } from '../patients/contract';
import { presentPatient } from '../patients/present';
import { makeDistinctPatient } from '../patients/register-patient';
import type { CreatePatientFromReportInput } from './contract';
import { getsAssignedMrn } from './filing/created-patient';
import { DECIDE, lockUnmatched } from './unmatched-reports';

/**
 * Creates the patient of an unmatched report, which stays unmatched until it is filed.
 * @throws DomainError `not_found`, `invalid_state`, and what `registerPatient` throws
 */
export function createPatientFromReport(
  ctx: Context,
  { id, ...input }: CreatePatientFromReportInput,
): Promise<Patient> {
  return perform(
    ctx,
    { action: 'create_patient_from_report', kind: 'write', ...DECIDE, scope: 'patients:write' },
    async (tx) => {
      const report = await lockUnmatched(tx, ctx, id);
      const { row, detail } = await makeDistinctPatient(tx, ctx, input);
      if (getsAssignedMrn(input))
        await tx
          .update(inboundReports)
          .set({ why: { ...report.why, created: row.id } })
          .where(and(eq(inboundReports.orgId, ctx.actor.orgId), eq(inboundReports.id, report.id)));
      return {
        output: presentPatient(row),
        audit: {
          objectKind: 'patient',
          objectId: row.id,
          patientIds: [row.id],
          detail: { report_id: showId('inbound_report', report.id), ...detail },
        },
      };
    },
  );
}
