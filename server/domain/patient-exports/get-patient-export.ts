import { showId } from '../../shared/ids';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { findPatient } from '../patients/access';
import type { PatientExportContents } from './contract';
import { EXPORT } from './operation';
import { readChart } from './read-chart';

/** Portal: what the export will contain, and where to download it. @throws DomainError `not_found` */
export function getPatientExport(ctx: Context, input: { id: string }): Promise<PatientExportContents> {
  return perform(ctx, { action: 'get_patient_export', kind: 'read', ...EXPORT }, async (tx) => {
    const patient = await findPatient(tx, ctx, input.id);
    const { documents, counts } = await readChart(tx, ctx, patient);
    const id = showId('patient', patient.id);
    return {
      output: {
        patient_id: id,
        lab_results: counts.results,
        lab_orders: counts.orders,
        documents: documents.length,
        merged_records: patient.mergedFrom.length,
        bytes: documents.reduce((sum, { size }) => sum + size, 0),
        href: `/api/portal/patient-exports/${id}`,
      },
      audit: { objectKind: 'patient', objectId: patient.id, patientIds: [patient.id] },
    };
  });
}
