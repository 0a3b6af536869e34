import {
  createPatientFromReportInput,
  decidedReport,
  getUnmatchedReportInput,
  listRematchCandidatesInput,
  listUnmatchedReportsInput,
  matchedReport,
  matchReportInput,
  parkReportInput,
  rejectReportInput,
  returnedReport,
  returnReportInput,
  rematchCandidates,
  rematchedResult,
  rematchLabResultInput,
  reportMove,
  reportMovePath,
  unmatchedReportDetail,
  unmatchedReportList,
} from '../../domain/inbound-reports/contract';
import {
  labCodeList,
  listLabCodesInput,
  mapLabCodeInput,
  mappedLabCode,
  markedLabCode,
  markLabCodeInput,
} from '../../domain/lab-codes/contract';
import { listLabCodes } from '../../domain/lab-codes/list-lab-codes';
import { mapLabCode } from '../../domain/lab-codes/map-lab-code';
import { markLabCode } from '../../domain/lab-codes/mark-lab-code';
import {
  labProviderList,
  listLabProvidersInput,
  mapLabProviderInput,
  mappedLabProvider,
} from '../../domain/lab-providers/contract';
import { listLabProviders } from '../../domain/lab-providers/list-lab-providers';
import { mapLabProvider } from '../../domain/lab-providers/map-lab-provider';
import { getReportMove } from '../../domain/inbound-reports/get-report-move';
import { getUnmatchedReport } from '../../domain/inbound-reports/get-unmatched-report';
import { listRematchCandidates } from '../../domain/inbound-reports/list-rematch-candidates';
import { listUnmatchedReports } from '../../domain/inbound-reports/list-unmatched-reports';
import { matchReport } from '../../domain/inbound-reports/match-report';
import { parkReport } from '../../domain/inbound-reports/park-report';
import { rejectReport } from '../../domain/inbound-reports/reject-report';
import { returnReport } from '../../domain/inbound-reports/return-report';
import { rematchLabResult } from '../../domain/inbound-reports/rematch-lab-result';
import { createPatientFromReport } from '../../domain/inbound-reports/create-patient-from-report';
import { patient } from '../../domain/patients/contract';
import { procedure, router } from '../trpc';

/** Portal only: unmatched reports, and reports filed for the wrong patient. */
export const inboundReportsRouter = router({
  listUnmatchedReports: procedure
    .input(listUnmatchedReportsInput)
    .output(unmatchedReportList)
    .query(({ ctx, input }) => listUnmatchedReports(ctx, input)),
  getUnmatchedReport: procedure
    .input(getUnmatchedReportInput)
    .output(unmatchedReportDetail)
    .query(({ ctx, input }) => getUnmatchedReport(ctx, input)),
  createPatientFromReport: procedure
    .input(createPatientFromReportInput)
    .output(patient)
    .mutation(({ ctx, input }) => createPatientFromReport(ctx, input)),
  matchReport: procedure
    .input(matchReportInput)
    .output(matchedReport)
    .mutation(({ ctx, input }) => matchReport(ctx, input)),
  parkReport: procedure
    .input(parkReportInput)
    .output(decidedReport)
    .mutation(({ ctx, input }) => parkReport(ctx, input)),
  rejectReport: procedure
    .input(rejectReportInput)
    .output(decidedReport)
    .mutation(({ ctx, input }) => rejectReport(ctx, input)),
  returnReport: procedure
    .input(returnReportInput)
    .output(returnedReport)
    .mutation(({ ctx, input }) => returnReport(ctx, input)),
  rematchLabResult: procedure
    .input(rematchLabResultInput)
    .output(rematchedResult)
    .mutation(({ ctx, input }) => rematchLabResult(ctx, input)),
  listRematchCandidates: procedure
    .input(listRematchCandidatesInput)
    .output(rematchCandidates)
    .query(({ ctx, input }) => listRematchCandidates(ctx, input)),
  getReportMove: procedure
    .input(reportMovePath)
    .output(reportMove)
    .query(({ ctx, input }) => getReportMove(ctx, input)),
  listLabCodes: procedure
    .input(listLabCodesInput)
    .output(labCodeList)
    .query(({ ctx, input }) => listLabCodes(ctx, input)),
  mapLabCode: procedure
    .input(mapLabCodeInput)
    .output(mappedLabCode)
    .mutation(({ ctx, input }) => mapLabCode(ctx, input)),
  markLabCode: procedure
    .input(markLabCodeInput)
    .output(markedLabCode)
    .mutation(({ ctx, input }) => markLabCode(ctx, input)),
  listLabProviders: procedure
    .input(listLabProvidersInput)
    .output(labProviderList)
    .query(({ ctx, input }) => listLabProviders(ctx, input)),
  mapLabProvider: procedure
    .input(mapLabProviderInput)
    .output(mappedLabProvider)
    .mutation(({ ctx, input }) => mapLabProvider(ctx, input)),
});
