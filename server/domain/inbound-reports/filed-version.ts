import { and, asc, eq } from 'drizzle-orm';
import { labObservations, labResults } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { FiledVersion } from './contract';
import { LINES_PER_PAGE } from './rules';
import { isVoided } from '../lab-results/voided';
import { patientsInSight } from './filing/proposals';

const LINE = {
  panelId: labObservations.panelId,
  name: labObservations.name,
  value_type: labObservations.valueType,
  value_text: labObservations.valueText,
  unit: labObservations.unit,
  reference_range: labObservations.referenceRange,
  interpretation: labObservations.interpretation,
  interpretation_source: labObservations.interpretationSource,
  severity: labObservations.severity,
  status: labObservations.status,
  notes: labObservations.notes,
};

/**
 * The filed report with the same number as an unmatched one, for comparison.
 * @param resultId `uuid`
 * @param page of its lines, from 1
 * @returns null if it is no longer visible
 */
export async function filedVersion(
  tx: Tx,
  ctx: Context,
  resultId: string | null,
  page: number,
): Promise<{ shown: FiledVersion; patientId: string } | null> {
  if (resultId === null) return null;
  const [row] = await tx
    .select()
    .from(labResults)
    .where(and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.id, resultId)));
  if (!row || isVoided(row)) return null;
  const patient = (await patientsInSight(tx, ctx, [row.patientId])).get(row.patientId);
  if (!patient) return null;
  const own = and(eq(labObservations.orgId, ctx.actor.orgId), eq(labObservations.resultId, row.id));
  const lines = await tx
    .select(LINE)
    .from(labObservations)
    .where(own)
    .orderBy(asc(labObservations.position))
    .limit(LINES_PER_PAGE)
    .offset((page - 1) * LINES_PER_PAGE);
  const total = await tx.$count(labObservations, own);
  return {
    patientId: patient.id,
    shown: {
      result_id: showId('lab_result', row.id),
      patient_id: showId('patient', patient.id),
      patient: { family: patient.name.family, given: patient.name.given.join(' ') },
      version: row.version,
      collected_at: row.collectedAt?.toISOString() ?? null,
      collected_at_precision: row.collectedAtPrecision,
      reported_at: row.reportedAt?.toISOString() ?? null,
      reported_at_precision: row.reportedAtPrecision,
      panels: row.panels
        .map((panel) => ({
          name: panel.name,
          status: panel.status,
          notes: panel.notes,
          lines: lines
            .filter(({ panelId }) => showId('panel', panelId) === panel.id)
            .map(({ panelId: _, ...line }) => line),
        }))
        .filter((panel) => panel.lines.length > 0 || (page === 1 && total <= LINES_PER_PAGE)),
      notes: row.notes,
      lines_total: total,
    },
  };
}
