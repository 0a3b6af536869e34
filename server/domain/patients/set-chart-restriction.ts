import { and, eq, isNotNull } from 'drizzle-orm';
import { organizations, patients } from '../../db/schema/index';
import { emit } from '../../events/emit';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { lockRecord } from './access';
import { patientEvent } from './events';
import { changed } from './merge-records';
import type { ChartRestriction, SetChartRestrictionInput } from '../restricted-charts/contract';

const OPERATION = {
  action: 'set_chart_restriction',
  kind: 'write',
  scope: 'patients:write',
  role: 'admin',
  peopleOnly: true,
  stepUp: true,
} as const;

/**
 * Restricts the chart of a patient, or lifts the restriction. Open pages keep showing it until their next request.
 * @throws DomainError `not_found`, `invalid_state` (merged), `chart_restricted`
 */
export function setChartRestriction(
  ctx: Context,
  input: SetChartRestrictionInput,
): Promise<ChartRestriction> {
  const { restriction } = input;
  const { orgId } = ctx.actor;
  return perform<ChartRestriction>(
    ctx,
    // Restricting a chart does not require opening it.
    restriction === null ? OPERATION : { ...OPERATION, restrictedCharts: 'all' },
    async (tx) => {
      const row = await lockRecord(tx, ctx, input.id);
      if (row.restriction !== restriction) {
        const [stored] = await tx
          .update(patients)
          .set({ restriction, ...changed })
          .where(and(eq(patients.orgId, orgId), eq(patients.id, row.id)))
          .returning();
        const [other] = await tx
          .select({ id: patients.id })
          .from(patients)
          .where(and(eq(patients.orgId, orgId), isNotNull(patients.restriction)))
          .limit(1);
        await tx
          .update(organizations)
          .set({ restrictsCharts: other !== undefined })
          .where(eq(organizations.id, orgId));
        if ((row.restriction === null) !== (restriction === null))
          await emit(tx, ctx, patientEvent('patient.updated', stored!, { changedFields: ['restricted'] }));
      }
      return {
        output: { patient_id: showId('patient', row.id), restriction },
        audit: { objectKind: 'patient', objectId: row.id, patientIds: [row.id], detail: { restriction } },
      };
    },
  );
}
