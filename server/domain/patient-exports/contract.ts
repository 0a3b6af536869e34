import { z } from 'zod';
import { pathParameter, ref } from '../../data-types/contract-parts';

/** The export of everything about one patient. Portal and operator only. */

export const patientExportPath = z.strictObject({ id: pathParameter });

/** What the file will contain. */
export const patientExportContents = z.strictObject({
  patient_id: ref('pat'),
  lab_results: z.number().int(),
  lab_orders: z.number().int(),
  documents: z.number().int(),
  merged_records: z.number().int(),
  bytes: z.number().int().meta({ description: 'Size of the documents' }),
  href: z.string().meta({ description: 'Path from which the browser downloads the file' }),
});

export type PatientExportContents = z.output<typeof patientExportContents>;
