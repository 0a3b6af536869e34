import type { Context } from '../../shared/context';
import type { DecidedReport, ParkReportInput } from './contract';
import { setAside } from './set-aside';

/** A critical report stays in the alert of the start page. @throws DomainError `not_found`, `invalid_state`, `validation_failed` (reason of a critical report) */
export const parkReport = (ctx: Context, input: ParkReportInput): Promise<DecidedReport> =>
  setAside(ctx, 'park_report', input);
