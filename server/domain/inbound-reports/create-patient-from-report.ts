import { and, eq } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { Patient } from '../patients/contract';
import { presentPatient } from '../patients/present';
import { makeDistinctPatient } from '../patients/register-patient';
import { DECIDE } from './access';
import type { CreatePatientFromReportInput } from './contract';
import { getsAssignedMrn, mrnToLink } from './filing/created-patient';
import { patientFacts } from './filing/patient-facts';
import { readInbound } from './filing/read-inbound';
import { lockUnmatched } from './unmatched-reports';
import { createBySize } from './worker-threads/run-by-size';

const CREATE: Operation<Patient> = {
  action: 'create_patient_from_report',
  kind: 'write',
  ...DECIDE,
  scope: 'patients:write',
};

/**
 * Creates the patient of an unmatched report, which stays unmatched until it is filed. Later reports find the patient by
 * the MRN of the report, if it has an assigning authority.
 * @throws DomainError `not_found`, `invalid_state`, and what `registerPatient` throws
 */
export async function createPatientFromReport(
  ctx: Context,
  input: CreatePatientFromReportInput,
): Promise<Patient> {
  assertAllowed(ctx, CREATE);
  return createBySize(ctx, input, () => makePatientFromReport(ctx, input));
}

/** The same, in this thread. */
export function makePatientFromReport(
  ctx: Context,
  { id, ...input }: CreatePatientFromReportInput,
): Promise<Patient> {
  return perform(ctx, CREATE, async (tx) => {
    const report = await lockUnmatched(tx, ctx, id);
    const isAssigned = getsAssignedMrn(input);
    const { normal, connection } = await readInbound(tx, ctx, report.messageId);
    const { patient } = normal.reports[report.position]!;
    const facts = patientFacts(patient, connection.mrnAuthority);
    const linked = isAssigned ? await mrnToLink(tx, ctx, { patient, facts }, input) : [];
    const { row, detail } = await makeDistinctPatient(tx, ctx, {
      ...input,
      identifiers: [...(input.identifiers ?? []), ...linked],
    });
    if (isAssigned)
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
  });
}
