import { insertInBatches } from '../../db/insert-in-batches';
import { lockThing } from '../../db/locks';
import { labObservations, labResults } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { requireChart, storedLines, storedReports } from './access';
import { newReport, updateReport } from './apply-report';
import { assertSystem } from './file-lab-result';
import { reportKeyOf, type LabReport } from './report';

export interface FiledHistory {
  created: number;
  updated: number;
  unchanged: number;
  observations: number;
}

/**
 * Files one patient's history from one laboratory in one transaction with few statements. No events; one audit row with
 * counts, because each report records its origin.
 * @throws DomainError `forbidden`, `patient_not_found`, `invalid_state`
 */
export async function filePatientHistory(
  ctx: Context,
  input: { patient_id: string; reports: LabReport[] },
): Promise<FiledHistory> {
  assertSystem(ctx);
  return perform(ctx, { action: 'file_patient_history', kind: 'write' }, async (tx) => {
    const chart = await requireChart(tx, ctx, input.patient_id);
    const { patientId } = chart;
    const labId = input.reports[0]?.lab.id ?? '';
    if (
      input.reports.some(
        (report) =>
          !report.historical ||
          report.patient_id !== input.patient_id ||
          report.lab.id !== labId ||
          report.order_id,
      )
    ) {
      throw new DomainError(
        'invalid_state',
        'A history must contain past reports of one patient from one laboratory, without orders.',
      );
    }
    await lockThing(tx, 'lab_history', ctx.actor.orgId, labId, patientId);
    const rows =
      input.reports.length > 0 ? await storedReports(tx, ctx, labId, input.reports.map(reportKeyOf)) : [];
    const stored = new Map(rows.map((row) => [row.reportKey, row]));
    const linesOf = await storedLines(
      tx,
      ctx,
      rows.map((row) => row.id),
    );
    const output: FiledHistory = { created: 0, updated: 0, unchanged: 0, observations: 0 };
    const fresh: ReturnType<typeof newReport>[] = [];
    for (const report of input.reports) {
      const known = stored.get(reportKeyOf(report));
      if (known)
        output[
          (
            await updateReport(
              tx,
              ctx,
              { row: known, lines: linesOf.get(known.id) ?? [] },
              report,
              patientId,
              null,
            )
          ).outcome === 'updated'
            ? 'updated'
            : 'unchanged'
        ] += 1;
      else fresh.push(newReport(ctx, report, chart, null));
    }
    const lines = fresh.flatMap((report) => report.lines);
    await insertInBatches(
      tx,
      labResults,
      fresh.map(({ row }) => row),
    );
    await insertInBatches(tx, labObservations, lines);
    output.created = fresh.length;
    output.observations = lines.length;
    return {
      output,
      audit: { objectKind: 'patient', objectId: patientId, patientIds: [patientId], detail: { ...output } },
    };
  });
}
