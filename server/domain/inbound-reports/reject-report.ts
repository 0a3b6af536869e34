import type { Context } from '../../shared/context';
import type { DecidedReport, RejectReportInput } from './contract';
import { setAside } from './set-aside';

/** @throws DomainError `not_found`, `invalid_state` */
export const rejectReport = (ctx: Context, input: RejectReportInput): Promise<DecidedReport> =>
  setAside(ctx, 'reject_report', input);
