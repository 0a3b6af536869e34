import { and, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { patients, recentPatients } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { closedCharts } from '../../shared/restricted-charts';
import type { recentPatientList } from './contract';
import { presentChart } from './present';
import { RECENT_PATIENTS } from './rules';

/** Omits patients deleted since. */
export function listRecentPatients(ctx: Context): Promise<z.output<typeof recentPatientList>> {
  return perform(
    ctx,
    {
      action: 'list_recent_patients',
      kind: 'list',
      scope: 'patients:read',
      peopleOnly: true,
      restrictedCharts: 'initials',
    },
    async (tx) => {
      const { orgId, id } = ctx.actor;
      const found = await tx
        .select({ row: patients })
        .from(recentPatients)
        .innerJoin(
          patients,
          and(eq(patients.orgId, recentPatients.orgId), eq(patients.id, recentPatients.patientId)),
        )
        .where(
          and(eq(recentPatients.orgId, orgId), eq(recentPatients.userId, id!), isNull(patients.deletedAt)),
        )
        .orderBy(desc(recentPatients.openedAt), desc(recentPatients.patientId))
        .limit(RECENT_PATIENTS);
      const rows = found.map(({ row }) => row);
      const patientIds = rows.map(({ id: patientId }) => patientId);
      const closed = await closedCharts(tx, ctx, patientIds);
      return {
        output: { data: rows.map((row) => presentChart(row, closed)) },
        audit: {
          objectKind: 'patient',
          patientIds,
          detail: { count: rows.length },
        },
      };
    },
  );
}
