import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import { patientMerges } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { findPatient } from './access';
import type { ListPatientMergesInput, PatientMerge, PatientMergeList } from './contract';
import { fieldsOf, type MergeRow } from './merge-records';

/**
 * Lists all merges of a patient and of the records merged into it, newest first, including those that were undone.
 * @throws DomainError `not_found`, `invalid_cursor`
 */
export function listPatientMerges(ctx: Context, input: ListPatientMergesInput): Promise<PatientMergeList> {
  return perform(ctx, { action: 'list_patient_merges', kind: 'list', scope: 'patients:read' }, async (tx) => {
    const patient = await findPatient(tx, ctx, input.id);
    const records = [patient.id, ...patient.mergedFrom];
    const page = openPage<MergeRow>(ctx, 'patient_merges', input);
    const rows = await tx
      .select()
      .from(patientMerges)
      .where(
        and(
          eq(patientMerges.orgId, ctx.actor.orgId),
          or(inArray(patientMerges.survivorId, records), inArray(patientMerges.mergedId, records)),
          page.after ? lt(patientMerges.id, String(page.after[0])) : undefined,
        ),
      )
      .orderBy(desc(patientMerges.id))
      .limit(page.limit + 1);
    const shown = rows.slice(0, page.limit);
    return {
      output: page.close(rows, (row) => [row.id], present),
      audit: {
        objectKind: 'patient',
        objectId: patient.id,
        patientIds: [
          ...new Set([patient.id, ...shown.flatMap(({ survivorId, mergedId }) => [survivorId, mergedId])]),
        ],
        detail: { count: shown.length },
      },
    };
  });
}

const present = (row: MergeRow): PatientMerge => ({
  id: showId('patient_merge', row.id),
  object: 'patient_merge',
  survivor_id: showId('patient', row.survivorId),
  merged_patient_id: showId('patient', row.mergedId),
  merged_at: row.mergedAt.toISOString(),
  merged_by: row.mergedBy,
  source: row.source,
  reason: row.reason,
  taken: fieldsOf(row.valuesTaken),
  unmerged_at: row.unmergedAt?.toISOString() ?? null,
  unmerged_by: row.unmergedBy,
  unmerge_reason: row.unmergeReason,
});
