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
      refusals: ['result_not_ready', 'multiple_results'],
      openapi: {
        method: 'GET',
        path: '/v1/labs/results/{id}',
        operationId: 'getLabResult',
        summary: 'Get lab results',
        description:
          'One report with its panels and lines, values as the laboratory sent them (`value_text`). Ids come from `result_ids` of an order and from events.',
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
