import {
  getLabResultInput,
  labResult,
  labResultSummaryList,
  listPatientResultsInput,
} from '../../domain/lab-results/contract';
import { getLabResult } from '../../domain/lab-results/get-lab-result';
import { listPatientResults } from '../../domain/lab-results/list-patient-results';
import { procedure, router } from '../trpc';

export const labResultsRouter = router({
  getLabResult: procedure
    .meta({
      scope: 'labs:read',
      etag: 'bytes',
      openapi: {
        method: 'GET',
        path: '/v1/labs/results/{id}',
        operationId: 'getLabResult',
        summary: 'Get lab results',
        tags: ['Labs'],
      },
    })
    .input(getLabResultInput)
    .output(labResult)
    .query(({ ctx, input }) => getLabResult(ctx, input)),

  /** Portal only. */
  listPatientResults: procedure
    .input(listPatientResultsInput)
    .output(labResultSummaryList)
    .query(({ ctx, input }) => listPatientResults(ctx, input)),
});
