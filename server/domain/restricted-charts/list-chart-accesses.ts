import { and, desc, eq, lt } from 'drizzle-orm';
import { chartAccesses, patients } from '../../db/schema/index';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { perform } from '../../shared/perform';
import { closedCharts } from '../../shared/restricted-charts';
import { chartIdOf, type PatientRow } from '../patients/access';
import { presentIdentity } from '../patients/present';
import type { ChartAccessRow } from './access';
import type { ChartAccessList, ListChartAccessesInput } from './contract';

const OPERATION = {
  action: 'list_chart_accesses',
  kind: 'list',
  scope: 'audit:read',
  role: 'auditor',
  peopleOnly: true,
  restrictedCharts: 'initials',
} as const;

interface Row {
  access: ChartAccessRow;
  patient: PatientRow;
}

/** Who opened which restricted chart and why, newest first. @throws DomainError `invalid_cursor` */
export function listChartAccesses(ctx: Context, input: ListChartAccessesInput): Promise<ChartAccessList> {
  return perform<ChartAccessList>(ctx, OPERATION, async (tx) => {
    const { orgId } = ctx.actor;
    const page = openPage<Row>(ctx, 'chart_accesses', input);
    const patientId = input.patient_id ? await chartIdOf(tx, ctx, input.patient_id) : null;
    const rows = await tx
      .select({ access: chartAccesses, patient: patients })
      .from(chartAccesses)
      .innerJoin(
        patients,
        and(eq(patients.orgId, chartAccesses.orgId), eq(patients.id, chartAccesses.patientId)),
      )
      .where(
        and(
          eq(chartAccesses.orgId, orgId),
          patientId ? eq(chartAccesses.patientId, patientId) : undefined,
          page.after ? lt(chartAccesses.id, String(page.after[0])) : undefined,
        ),
      )
      .orderBy(desc(chartAccesses.id))
      .limit(page.limit + 1);
    const patientIds = rows.slice(0, page.limit).map(({ patient }) => patient.id);
    const closed = await closedCharts(tx, ctx, patientIds);
    const shownId = ({ userId }: ChartAccessRow) => showId('user', userId);
    const names = await namesOfPeople(
      tx,
      ctx,
      rows.map(({ access }) => shownId(access)),
    );
    const output = page.close(
      rows,
      ({ access }) => [access.id],
      ({ access, patient }) => ({
        id: showId('chart_access', access.id),
        user_id: shownId(access),
        user_name: names.get(shownId(access)) ?? null,
        patient: presentIdentity(patient, closed),
        reason: access.reason,
        note: access.note,
        opened_at: access.openedAt.toISOString(),
        expires_at: access.expiresAt.toISOString(),
      }),
    );
    return {
      output,
      audit: { objectKind: 'chart_access', patientIds, detail: { count: output.data.length } },
    };
  });
}
