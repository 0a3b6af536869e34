import {
  getLabResultInput,
  labResult,
  labResultList,
  labResultSummaryList,
  listLabResultsInput,
  listPatientResultsInput,
} from '../../domain/lab-results/contract';
import {
  exportFlowSheetInput,
  flowSheet,
  flowSheetFile,
  getFlowSheetInput,
  getRecentValuesInput,
  getTrendInput,
  listPinnedTestsInput,
  listResultVersionsInput,
  pinnedTest,
  pinnedTestList,
  pinnedTestState,
  printLabResultInput,
  recentValues,
  resultVersions,
  trend,
} from '../../domain/lab-results/history-contract';
import { exportFlowSheet } from '../../domain/lab-results/export-flow-sheet';
import { getFlowSheet } from '../../domain/lab-results/get-flow-sheet';
import { getLabResult } from '../../domain/lab-results/get-lab-result';
import { getRecentValues } from '../../domain/lab-results/get-recent-values';
import { getTrend } from '../../domain/lab-results/get-trend';
import { listLabResults } from '../../domain/lab-results/list-lab-results';
import { listPinnedTests } from '../../domain/lab-results/list-pinned-tests';
import { pinTest } from '../../domain/lab-results/pin-test';
import { unpinTest } from '../../domain/lab-results/unpin-test';
import { listPatientResults } from '../../domain/lab-results/list-patient-results';
import { printFlowSheet } from '../../domain/lab-results/print-flow-sheet';
import { printLabResult } from '../../domain/lab-results/print-lab-result';
import { listResultVersions } from '../../domain/lab-results/list-result-versions';
import { procedure, router } from '../trpc';

export const labResultsRouter = router({
  listLabResults: procedure
    .meta({
      scope: 'labs:read',
      v1Only: true,
      openapi: {
        method: 'GET',
        path: '/v1/labs/results',
        operationId: 'listLabResults',
        summary: 'List lab results',
        description:
          'Reports with their lines, including reports without an order. Each report has the same fields as in `GET /v1/labs/results/{id}`. Newest first by default. The reports of a page have at most 5,000 lines in total, so a page can have fewer reports than its `limit`: continue while `has_more` is true. A longer report is alone on its page. A report that was moved to another patient is listed only there.',
        tags: ['Labs'],
      },
    })
    .input(listLabResultsInput)
    .output(labResultList)
    .query(({ ctx, input }) => listLabResults(ctx, input)),

  getLabResult: procedure
    .meta({
      scope: 'labs:read',
      etag: 'bytes',
      errors: ['result_not_ready', 'multiple_results'],
      openapi: {
        method: 'GET',
        path: '/v1/labs/results/{id}',
        operationId: 'getLabResult',
        summary: 'Retrieve a lab result',
        description:
          'One report with its panels and lines, and values exactly as received (`value_text`). The list, orders (`result_ids`) and events contain the IDs.',
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

  /** Portal only. */
  getFlowSheet: procedure
    .input(getFlowSheetInput)
    .output(flowSheet)
    .query(({ ctx, input }) => getFlowSheet(ctx, input)),

  /** Portal only. */
  printLabResult: procedure
    .input(printLabResultInput)
    .output(labResult)
    .query(({ ctx, input }) => printLabResult(ctx, input)),

  /** Portal only. */
  printFlowSheet: procedure
    .input(getFlowSheetInput)
    .output(flowSheet)
    .query(({ ctx, input }) => printFlowSheet(ctx, input)),

  /** Portal only. */
  exportFlowSheet: procedure
    .input(exportFlowSheetInput)
    .output(flowSheetFile)
    .query(({ ctx, input }) => exportFlowSheet(ctx, input)),

  /** Portal only. */
  getTrend: procedure
    .input(getTrendInput)
    .output(trend)
    .query(({ ctx, input }) => getTrend(ctx, input)),

  /** Portal only. */
  pinTest: procedure
    .input(pinnedTest)
    .output(pinnedTestState)
    .mutation(({ ctx, input }) => pinTest(ctx, input)),

  /** Portal only. */
  unpinTest: procedure
    .input(pinnedTest)
    .output(pinnedTestState)
    .mutation(({ ctx, input }) => unpinTest(ctx, input)),

  /** Portal only. */
  listPinnedTests: procedure
    .input(listPinnedTestsInput)
    .output(pinnedTestList)
    .query(({ ctx, input }) => listPinnedTests(ctx, input)),

  /** Portal only. */
  getRecentValues: procedure
    .input(getRecentValuesInput)
    .output(recentValues)
    .query(({ ctx, input }) => getRecentValues(ctx, input)),

  /** Portal only. */
  listResultVersions: procedure
    .input(listResultVersionsInput)
    .output(resultVersions)
    .query(({ ctx, input }) => listResultVersions(ctx, input)),
});
