import type { Context } from '../../domain/shared/context';
import type { DecidedReport, ParkReportInput } from '../../domain/inbound-reports/contract';
import { setAside } from './set-aside';

/** @throws DomainError `not_found`, `invalid_state` */
export const parkReport = (ctx: Context, input: ParkReportInput): Promise<DecidedReport> =>
  setAside(ctx, 'park_report', input);
