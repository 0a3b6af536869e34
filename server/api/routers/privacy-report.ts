import { getPrivacyReportInput, privacyReport } from '../../domain/privacy-report/contract';
import { getPrivacyReport } from '../../domain/privacy-report/get-privacy-report';
import { procedure, router } from '../trpc';

/** Portal only. */
export const privacyReportRouter = router({
  getPrivacyReport: procedure
    .input(getPrivacyReportInput)
    .output(privacyReport)
    .query(({ ctx, input }) => getPrivacyReport(ctx, input)),
});
