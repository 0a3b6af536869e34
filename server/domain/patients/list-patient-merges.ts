import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import { patientMerges, patients } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { findPatient, type PatientRow } from './access';
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
    const page = openPage<ListedMerge>(ctx, 'patient_merges', input);
    const rows = await tx
      .select({ merge: patientMerges, merged: { name: patients.name, mrn: patients.mrn } })
      .from(patientMerges)
      .innerJoin(
        patients,
        and(eq(patients.orgId, patientMerges.orgId), eq(patients.id, patientMerges.mergedId)),
      )
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
      output: page.close(rows, ({ merge }) => [merge.id], present),
      audit: {
        objectKind: 'patient',
        objectId: patient.id,
        patientIds: [
          ...new Set([patient.id, ...shown.flatMap(({ merge }) => [merge.survivorId, merge.mergedId])]),
        ],
        detail: { count: shown.length },
      },
    };
  });
}

interface ListedMerge {
  merge: MergeRow;
  merged: Pick<PatientRow, 'name' | 'mrn'>;
}

const present = ({ merge: row, merged }: ListedMerge): PatientMerge => ({
  id: showId('patient_merge', row.id),
  object: 'patient_merge',
  survivor_id: showId('patient', row.survivorId),
  merged_patient_id: showId('patient', row.mergedId),
  merged_name: merged.name,
  merged_mrn: merged.mrn,
  merged_at: row.mergedAt.toISOString(),
  merged_by: row.mergedBy,
  source: row.source,
  reason: row.reason,
  taken: fieldsOf(row.valuesTaken),
  unmerged_at: row.unmergedAt?.toISOString() ?? null,
  unmerged_by: row.unmergedBy,
  unmerge_reason: row.unmergeReason,
});
