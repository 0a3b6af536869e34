import { and, eq, inArray, sql } from 'drizzle-orm';
import { erasures, patients } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { readId } from '../../shared/ids';
import { concernOf, idsOfPatients } from './patient-rows';

/** The audit entries about patients, whether deleted or erased; of the organization only. */

/** No chain is as long; a cycle would be a defect. */
const MOST_STEPS = 1_000;

/** The patient, or the survivor of a merged record, with the records merged into it (UUIDs); empty for an unknown one. */
export async function recordsOf(tx: Tx, orgId: string, patientId: string): Promise<string[]> {
  let id = patientId;
  for (let step = 0; step < MOST_STEPS; step++) {
    const [row] = await tx
      .select({ mergedFrom: patients.mergedFrom, mergedIntoId: patients.mergedIntoId })
      .from(patients)
      .where(and(eq(patients.orgId, orgId), eq(patients.id, id)));
    if (!row) break;
    if (!row.mergedIntoId) return [id, ...row.mergedFrom];
    id = row.mergedIntoId;
  }
  const [erased] = await tx
    .select({ recordIds: erasures.recordIds })
    .from(erasures)
    .where(and(eq(erasures.orgId, orgId), sql`${patientId}::uuid = any(${erasures.recordIds})`))
    .limit(1);
  return erased?.recordIds ?? [];
}

/**
 * The audit entries about a patient (`pat_…`): about the record, those merged into it, and charts that were theirs for a
 * time. IDs as a subquery, and the condition that their rows must fulfill. Null if the patient is unknown.
 */
export async function entriesOfPatient(
  tx: Tx,
  orgId: string,
  shown: string,
  range: { since: string | undefined; until: string | undefined },
) {
  const patientId = readId('patient', shown);
  const records = patientId ? await recordsOf(tx, orgId, patientId) : [];
  if (records.length === 0) return null;
  const { patientIds, concerned } = await concernOf(tx, orgId, records);
  const ids: string[] = [];
  for await (const more of idsOfPatients(tx, patientIds, { orgId, before: null, ...range }))
    ids.push(...more);
  const found = tx
    // The alias is written without the subquery, so it must be unlike any column.
    .select({ entryId: sql<string>`of_patient_id`.as('entry_id') })
    .from(sql`unnest(${sql.param(ids)}::uuid[]) of_patient_id`)
    .as('of_patient');
  return { found, concerned };
}

/** Those of the patients (UUIDs) that are or were of the organization. */
export async function ownPatients(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const wanted = [...new Set(ids)];
  const [known, erased] = await together(
    tx
      .select({ id: patients.id })
      .from(patients)
      .where(and(eq(patients.orgId, orgId), inArray(patients.id, wanted))),
    erasedPatients(tx, orgId, wanted),
  );
  return new Set([...known.map(({ id }) => id), ...erased]);
}

/** Those of the patients (UUIDs) that were erased. */
export async function erasedPatients(tx: Tx, orgId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .select({ recordIds: erasures.recordIds })
    .from(erasures)
    .where(and(eq(erasures.orgId, orgId), sql`${erasures.recordIds} && ${sql.param(ids)}::uuid[]`));
  const erased = new Set(found.flatMap(({ recordIds }) => recordIds));
  return ids.filter((id) => erased.has(id));
}
