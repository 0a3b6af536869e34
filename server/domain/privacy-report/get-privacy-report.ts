import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { closedCharts } from '../../shared/restricted-charts';
import { presentIdentity } from '../patients/present';
import type { GetPrivacyReportInput, PrivacyReport } from './contract';
import { DAY_MS } from './rules';
import { findUnusualAccess } from './unusual-access';

const OPERATION = {
  action: 'get_privacy_report',
  kind: 'list',
  scope: 'audit:read',
  role: 'auditor',
  peopleOnly: true,
  restrictedCharts: 'initials',
} as const;

/** Users of the portal who opened charts in a way that a privacy officer may ask about, from the audit log. */
export function getPrivacyReport(ctx: Context, { days }: GetPrivacyReportInput): Promise<PrivacyReport> {
  return perform<PrivacyReport>(ctx, OPERATION, async (tx) => {
    const until = new Date();
    const since = new Date(until.getTime() - days * DAY_MS);
    const found = await findUnusualAccess(tx, ctx, since);
    const patientIds = [...new Set(found.flatMap(({ patient }) => patient?.id ?? []))];
    const closed = await closedCharts(tx, ctx, patientIds);
    return {
      output: {
        object: 'privacy_report',
        since: since.toISOString(),
        until: until.toISOString(),
        unusual: found.map(({ sign, userId, userName, patient, count, firstAt, lastAt }) => ({
          sign,
          user_id: showId('user', userId),
          user_name: userName,
          patient: patient && presentIdentity(patient, closed),
          count,
          first_at: new Date(firstAt).toISOString(),
          last_at: new Date(lastAt).toISOString(),
        })),
      },
      audit: { objectKind: 'audit_event', patientIds, detail: { count: found.length } },
    };
  });
}
