import type { Context } from '../../shared/context';
import type { DecidedReport, ParkReportInput } from './contract';
import { setAside } from './set-aside';

/** @throws DomainError `not_found`, `invalid_state` */
export const parkReport = (ctx: Context, input: ParkReportInput): Promise<DecidedReport> =>
  setAside(ctx, 'park_report', input);
