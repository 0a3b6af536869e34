import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { pathId, readId, showId } from '../../shared/ids';
import { assertVersion, noPatient } from './access';
import type { MergePatientsInput, Patient } from './contract';
import { lockForMerge, mergeRecords } from './merge-records';
import { presentPatient } from './present';

/**
 * Merges another record into a patient. Its results, orders and documents move to the patient's chart; its ID, MRN and
 * identifiers lead to the patient from then on.
 * @returns the patient
 * @throws DomainError `not_found`, `patient_not_found`, `invalid_state` (one of them was merged), `validation_failed`,
 * `version_mismatch` (of the patient, not of the other record)
 */
export function mergePatients(ctx: Context, input: MergePatientsInput): Promise<Patient> {
  return perform(ctx, { action: 'merge_patients', kind: 'write', scope: 'patients:write' }, async (tx) => {
    const mergedId = readId('patient', input.merged_patient_id);
    if (!mergedId) throw noPatient('/merged_patient_id');
    const both = await lockForMerge(tx, ctx, pathId('patient', input.id), mergedId);
    assertVersion(ctx, both.survivor);
    const take = [...new Set(input.take ?? [])];
    const row = await mergeRecords(tx, ctx, both, {
      take,
      reason: input.reason,
      source: ctx.transport === 'portal' ? 'user' : 'api',
    });
    return {
      output: presentPatient(row),
      audit: {
        objectKind: 'patient',
        objectId: row.id,
        patientIds: [row.id, mergedId],
        detail: { merged: showId('patient', mergedId), fields: take },
      },
    };
  });
}
