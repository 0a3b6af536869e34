import { and, desc, eq, gte } from 'drizzle-orm';
import { chartAccesses, patients, users } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { BYTE_ORDER_MARK, csvLine } from '../../shared/csv';
import { showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { closedCharts } from '../../shared/restricted-charts';
import type { PatientRow } from '../patients/access';
import { presentIdentity } from '../patients/present';
import { REASON_WORDS } from '../restricted-charts/rules';
import type { GetPrivacyReportInput, PrivacyReportFile } from './contract';
import { DAY_MS, MOST_EXPORTED, SIGN_WORDS } from './rules';
import { findUnusualAccess } from './unusual-access';

const OPERATION = {
  action: 'export_privacy_report',
  kind: 'download',
  scope: 'audit:read',
  role: 'auditor',
  peopleOnly: true,
  restrictedCharts: 'initials',
} as const;

const HEAD = [
  'Reported for',
  'User',
  'User ID',
  'Family name',
  'Given names',
  'Birth date',
  'MRN',
  'Patient ID',
  'Reason',
  'Charts or reads',
  'From (UTC)',
  'Until (UTC)',
];

/**
 * The privacy report as CSV: openings of restricted charts with their reasons, the newest first, then unusual access.
 * @throws DomainError `limit_reached` if more charts were opened than fit into one file
 */
export function exportPrivacyReport(
  ctx: Context,
  { days }: GetPrivacyReportInput,
): Promise<PrivacyReportFile> {
  return perform<PrivacyReportFile>(ctx, OPERATION, async (tx) => {
    const since = new Date(Date.now() - days * DAY_MS);
    const opened = await tx
      .select({ access: chartAccesses, patient: patients, userName: users.name })
      .from(chartAccesses)
      .innerJoin(
        patients,
        and(eq(patients.orgId, chartAccesses.orgId), eq(patients.id, chartAccesses.patientId)),
      )
      .innerJoin(users, eq(users.id, chartAccesses.userId))
      .where(and(eq(chartAccesses.orgId, ctx.actor.orgId), gte(chartAccesses.openedAt, since)))
      .orderBy(desc(chartAccesses.id))
      .limit(MOST_EXPORTED + 1);
    if (opened.length > MOST_EXPORTED)
      throw new DomainError(
        'limit_reached',
        `More than ${MOST_EXPORTED} restricted charts were opened. Choose a shorter period.`,
      );
    const unusual = await findUnusualAccess(tx, ctx, since);
    const patientIds = [
      ...new Set([
        ...opened.map(({ patient }) => patient.id),
        ...unusual.flatMap(({ patient }) => patient?.id ?? []),
      ]),
    ];
    const closed = await closedCharts(tx, ctx, patientIds);
    const cellsOf = (patient: PatientRow | null): (string | null)[] => {
      if (patient === null) return [null, null, null, null, null];
      const { name, birth_date: born, mrn, id } = presentIdentity(patient, closed);
      return [name.family, name.given.join(' '), born, mrn, id];
    };
    const lines = [
      ...opened.map(({ access, patient, userName }) => [
        'Restricted chart opened',
        userName,
        showId('user', access.userId),
        ...cellsOf(patient),
        `${REASON_WORDS[access.reason]}: ${access.note}`,
        null,
        access.openedAt.toISOString(),
        access.expiresAt.toISOString(),
      ]),
      ...unusual.map(({ sign, userId, userName, patient, count, firstAt, lastAt }) => [
        SIGN_WORDS[sign],
        userName,
        showId('user', userId),
        ...cellsOf(patient),
        null,
        String(count),
        new Date(firstAt).toISOString(),
        new Date(lastAt).toISOString(),
      ]),
    ];
    return {
      output: {
        file_name: `privacy-report-${new Date().toISOString().slice(0, 10)}.csv`,
        content: [BYTE_ORDER_MARK, csvLine(HEAD), ...lines.map(csvLine)].join(''),
        count: lines.length,
      },
      audit: { objectKind: 'audit_event', patientIds, detail: { count: lines.length } },
    };
  });
}
