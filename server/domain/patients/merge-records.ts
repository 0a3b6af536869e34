import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { lockThing } from '../../db/locks';
import { patientMerges, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { actorName, type Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { toCamelCase, toSnakeCase } from '../../shared/field-names';
import { idTime, newId, notFound, showId } from '../../shared/ids';
import { findPatient, noPatient, wasMerged, type PatientRow } from './access';
import { moveChart } from './chart-items';
import { patientEvent } from './events';
import { removeTokens, writeLookups } from './lookups';
import type { MergeField } from './rules';
import { nameKey } from './search-terms';

export type MergeRow = typeof patientMerges.$inferSelect;
/** By column of `patients`. */
export type MergedValues = Partial<PatientRow>;

export interface Merging {
  survivor: PatientRow;
  merged: PatientRow;
}

interface Cause {
  take: readonly MergeField[];
  reason: string | null;
  source: MergeRow['source'];
  /** The patient of a hospital message (UUID). */
  updateId?: string;
}

/**
 * Locks two records that are to be merged (UUIDs), in an order that all merges share.
 * @throws DomainError `not_found`, `patient_not_found`, `invalid_state` if one was merged, `validation_failed` if they
 * are the same
 */
export async function lockForMerge(
  tx: Tx,
  ctx: Context,
  survivorId: string,
  mergedId: string,
): Promise<Merging> {
  const pointer = '/merged_patient_id';
  const { orgId } = ctx.actor;
  await lockThing(tx, 'patient_feed', orgId);
  const rows = await tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.orgId, orgId),
        inArray(patients.id, [survivorId, mergedId]),
        isNull(patients.deletedAt),
      ),
    )
    .orderBy(asc(patients.id))
    .for('update');
  const survivor = rows.find(({ id }) => id === survivorId);
  const merged = rows.find(({ id }) => id === mergedId);
  if (!survivor) throw notFound();
  if (survivorId === mergedId) throw fieldError(pointer, 'not_allowed', 'must be another patient');
  if (!merged) throw noPatient(pointer);
  for (const row of [survivor, merged])
    if (row.mergedIntoId) throw wasMerged(await findPatient(tx, ctx, showId('patient', row.mergedIntoId)));
  return { survivor, merged };
}

/** The columns of a field. */
export const columnsOf = (field: MergeField): (keyof PatientRow)[] => [
  toCamelCase(field) as keyof PatientRow,
  ...(field === 'birth_date' ? (['birthDateEstimated'] as const) : []),
];

/**
 * Merges two records, locked by `lockForMerge`: the chart moves to the survivor, and the ID of the merged record leads to
 * the survivor from then on.
 * @returns the survivor
 */
export async function mergeRecords(
  tx: Tx,
  ctx: Context,
  { survivor, merged }: Merging,
  { take, reason, source, updateId }: Cause,
): Promise<PatientRow> {
  const { orgId } = ctx.actor;
  const columns = take
    .flatMap(columnsOf)
    .filter((column) => !isDeepStrictEqual(survivor[column], merged[column]));
  // A restricted chart stays restricted, whichever record survives.
  if (!survivor.restriction && merged.restriction) columns.push('restriction');
  const valuesOf = (row: PatientRow): MergedValues =>
    Object.fromEntries(columns.map((column) => [column, row[column]]));
  const taken = valuesOf(merged);
  const id = newId();
  await tx.insert(patientMerges).values({
    orgId,
    id,
    survivorId: survivor.id,
    mergedId: merged.id,
    mergedAt: idTime(id),
    mergedBy: actorName(ctx.actor),
    source,
    updateId: updateId ?? null,
    reason,
    statusBefore: merged.status === 'inactive' ? 'inactive' : 'active',
    valuesBefore: valuesOf(survivor),
    valuesTaken: taken,
  });
  await moveChart(tx, ctx, merged.id, survivor.id);
  const [gone] = await tx
    .update(patients)
    .set({ status: 'merged', mergedIntoId: survivor.id, ...changed })
    .where(and(eq(patients.orgId, orgId), eq(patients.id, merged.id)))
    .returning();
  await removeTokens(tx, orgId, merged.id);
  await emit(
    tx,
    ctx,
    patientEvent('patient.merged', gone!, {
      survivorId: survivor.id,
      changedFields: ['status', 'merged_into_id'],
      previous: { status: merged.status },
    }),
  );
  return changeSurvivor(tx, ctx, survivor, {
    values: taken,
    mergedFrom: [...survivor.mergedFrom, merged.id, ...merged.mergedFrom],
  });
}

/** Names in the contract, of columns that a merge has changed. */
export const fieldsOf = (values: object): string[] =>
  Object.keys(values)
    .map(toSnakeCase)
    .filter((field) => field !== 'birth_date_estimated' || !Object.hasOwn(values, 'birthDate'));

export const versioned = { updatedAt: databaseTime, version: sql`${patients.version} + 1` };
/** With an event. */
export const changed = { ...versioned, sequence: sql`${patients.sequence} + 1` };

export const withNameKeys = (row: PatientRow, values: MergedValues): MergedValues => {
  const name = values.name ?? row.name;
  return { ...values, familyKey: nameKey(name.family), givenKey: nameKey(...name.given) };
};

/** Changes the list of merged records and the values of a merge, with search rows and event. */
export async function changeSurvivor(
  tx: Tx,
  ctx: Context,
  row: PatientRow,
  { values, mergedFrom }: { values: MergedValues; mergedFrom: string[] },
): Promise<PatientRow> {
  const { orgId } = ctx.actor;
  const [stored] = await tx
    .update(patients)
    .set({
      ...withNameKeys(row, values),
      mergedFrom,
      ...changed,
    })
    .where(and(eq(patients.orgId, orgId), eq(patients.id, row.id)))
    .returning();
  await writeLookups(tx, orgId, row.id, stored!, { replace: true });
  await emit(
    tx,
    ctx,
    patientEvent('patient.updated', stored!, { changedFields: ['merged_from', ...fieldsOf(values)] }),
  );
  return stored!;
}
