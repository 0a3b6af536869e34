import {
  getPrivacyReportInput,
  privacyReport,
  privacyReportFile,
} from '../../domain/privacy-report/contract';
import { exportPrivacyReport } from '../../domain/privacy-report/export-privacy-report';
import { getPrivacyReport } from '../../domain/privacy-report/get-privacy-report';
import { procedure, router } from '../trpc';

/** Portal only. */
export const privacyReportRouter = router({
  getPrivacyReport: procedure
    .input(getPrivacyReportInput)
    .output(privacyReport)
    .query(({ ctx, input }) => getPrivacyReport(ctx, input)),
  exportPrivacyReport: procedure
    .input(getPrivacyReportInput)
    .output(privacyReportFile)
    .query(({ ctx, input }) => exportPrivacyReport(ctx, input)),
});
