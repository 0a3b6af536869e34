import { patientExportContents, patientExportPath } from '../../domain/patient-exports/contract';
import { getPatientExport } from '../../domain/patient-exports/get-patient-export';
import { procedure, router } from '../trpc';

/** Portal only. The file itself is streamed by `server/http/patient-export-handler.ts`. */
export const patientExportsRouter = router({
  getPatientExport: procedure
    .input(patientExportPath)
    .output(patientExportContents)
    .query(({ ctx, input }) => getPatientExport(ctx, input)),
});
