import type { Context } from '../../domain/shared/context';
import type { DecidedReport, RejectReportInput } from '../../domain/inbound-reports/contract';
import { setAside } from './set-aside';

/** Says that a report belongs to nobody here, and why. @throws DomainError `not_found`, `invalid_state` */
export const rejectReport = (ctx: Context, input: RejectReportInput): Promise<DecidedReport> =>
  setAside(ctx, 'reject_report', input);
