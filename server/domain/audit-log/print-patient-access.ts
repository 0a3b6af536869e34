import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { findPatient } from '../patients/access';
import type { PatientAccessSheet, PrintPatientAccessInput } from './contract';
import { readPatientAccess } from './list-patient-access';
import { MOST_PRINTED } from './rules';

const OPERATION = {
  action: 'print_patient_access',
  kind: 'list',
  scope: 'audit:read',
  role: 'auditor',
  peopleOnly: true,
} as const;

/**
 * Portal: who accessed the record of a patient, to be handed to the patient; at most 2,000 entries, newest first.
 * @throws DomainError `not_found`
 */
export function printPatientAccess(
  ctx: Context,
  input: PrintPatientAccessInput,
): Promise<PatientAccessSheet> {
  return perform<PatientAccessSheet>(ctx, OPERATION, async (tx) => {
    const patient = await findPatient(tx, ctx, input.patient_id);
    const list = await readPatientAccess(tx, ctx, patient, { ...input, limit: MOST_PRINTED });
    return {
      output: { object: 'patient_access_sheet', entries: list.data, cut: list.has_more },
      audit: {
        objectKind: 'patient',
        objectId: patient.id,
        patientIds: [patient.id],
        detail: { count: list.data.length },
      },
    };
  });
}
