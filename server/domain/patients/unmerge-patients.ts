import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, inArray, isNull, like, ne, notLike, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { lockThing } from '../../db/locks';
import {
  documents,
  inboundPatientUpdates,
  inboundReports,
  labOrders,
  labResults,
  patientMerges,
  patients,
} from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { readId, showId } from '../../shared/ids';
import { returnMergeRequest } from '../patient-updates/undo-patient-update';
import { assertVersion, findPatient, noPatient, type PatientRow } from './access';
import { moveChartBack, unlinkDocuments } from './chart-items';
import type { UnmergedPatients, UnmergePatientsInput } from './contract';
import { patientEvent } from './events';
import { writeLookups } from './lookups';
import {
  changed,
  versioned,
  changeSurvivor,
  fieldsOf,
  withNameKeys,
  type MergedValues,
  type MergeRow,
} from './merge-records';
import { presentPatient } from './present';

type Taken = Pick<MergeRow, 'id' | 'valuesTaken' | 'valuesBefore'>;
type Undecided = UnmergedPatients['undecided'][number];

/**
 * Undoes a merge. Everything addressed to the merged record, before or since, returns to its chart. What cannot be
 * decided stays with the survivor and is listed. A request of a hospital that a user had decided with the merge needs a
 * decision again.
 * @throws DomainError `not_found`, `patient_not_found`, `invalid_state` (not merged into this patient)
 */
export function unmergePatients(ctx: Context, input: UnmergePatientsInput): Promise<UnmergedPatients> {
  return perform(ctx, { action: 'unmerge_patients', kind: 'write', scope: 'patients:write' }, async (tx) => {
    const { orgId } = ctx.actor;
    await lockThing(tx, 'patient_feed', orgId);
    const patient = await findPatient(tx, ctx, input.id);
    const mergedId = readId('patient', input.merged_patient_id);
    const chain = mergedId ? await lockChain(tx, ctx, mergedId) : [];
    const [merged, direct] = chain;
    const root = chain.at(-1);
    if (!merged || !root) throw noPatient('/merged_patient_id');
    if (!direct || root.id !== patient.id)
      throw new DomainError('invalid_state', 'The record is not merged into this patient.');
    assertVersion(ctx, root);
    const merge = await lockMerge(tx, ctx, merged.id);
    const records: [string, ...string[]] = [merged.id, ...merged.mergedFrom];

    await moveChartBack(tx, ctx, records);
    const apart = await unlinkDocuments(tx, ctx, [root.id, merged.id]);
    const undone = await undoAlong(tx, ctx, await withMessage(tx, ctx, merge), chain.slice(1));
    const valuesOf = ({ id }: PatientRow) => undone.get(id)?.values ?? {};
    const without = ({ mergedFrom }: PatientRow) => mergedFrom.filter((id) => !records.includes(id));
    for (const row of chain.slice(1, -1))
      await tx
        .update(patients)
        .set({ ...withNameKeys(row, valuesOf(row)), mergedFrom: without(row), ...versioned })
        .where(and(eq(patients.orgId, orgId), eq(patients.id, row.id)));
    const survivor = await changeSurvivor(tx, ctx, root, {
      values: valuesOf(root),
      mergedFrom: without(root),
    });
    const restored = await restore(tx, ctx, merged, { status: merge.statusBefore, survivorId: root.id });
    await tx
      .update(patientMerges)
      .set({ unmergedAt: new Date(), unmergedBy: actorName(ctx.actor), unmergeReason: input.reason })
      .where(and(eq(patientMerges.orgId, orgId), eq(patientMerges.id, merge.id)));
    const request = await returnMergeRequest(tx, ctx, merge, {
      isEdited: [...undone.values()].some(({ edited }) => Object.keys(edited).length > 0),
    });
    const added = await addedSince(tx, ctx, {
      patientId: root.id,
      through: chain.slice(1, -1).map(({ id }) => id),
      since: merge.mergedAt,
    });
    const undecided = [
      ...[...undone].flatMap(([id, { edited }]) =>
        fieldsOf(edited).map((field): Undecided => ({ object: 'patient', id: showId('patient', id), field })),
      ),
      ...added,
      ...apart
        .map((id): Undecided => ({ object: 'document', id: showId('document', id), field: null }))
        .filter(({ id }) => !added.some((one) => one.id === id)),
    ];
    return {
      output: { patient: presentPatient(survivor), restored: presentPatient(restored), undecided },
      audit: {
        objectKind: 'patient',
        objectId: root.id,
        patientIds: [root.id, merged.id],
        detail: {
          unmerged: showId('patient', merged.id),
          fields: [...new Set([...undone.values()].flatMap(({ values }) => fieldsOf(values)))],
          undecided: undecided.length,
          ...(request ? { request: showId('inbound_patient_update', request) } : {}),
        },
      },
    };
  });
}

/** The record and those into which it was merged, one after the other; empty if one is deleted or unknown. */
async function lockChain(tx: Tx, ctx: Context, id: string): Promise<PatientRow[]> {
  const chain: PatientRow[] = [];
  for (let next: string | null = id; next !== null;) {
    const [row] = await tx
      .select()
      .from(patients)
      .where(and(eq(patients.orgId, ctx.actor.orgId), eq(patients.id, next), isNull(patients.deletedAt)))
      .for('update');
    if (!row) return [];
    chain.push(row);
    next = row.mergedIntoId;
  }
  return chain;
}

async function lockMerge(tx: Tx, ctx: Context, mergedId: string): Promise<MergeRow> {
  const [merge] = await tx
    .select()
    .from(patientMerges)
    .where(
      and(
        eq(patientMerges.orgId, ctx.actor.orgId),
        eq(patientMerges.mergedId, mergedId),
        isNull(patientMerges.unmergedAt),
      ),
    )
    .for('update');
  return merge!;
}

/** Also undoes what the message of the hospital that asked for the merge changed. */
async function withMessage(tx: Tx, ctx: Context, merge: MergeRow): Promise<Taken> {
  if (!merge.updateId) return merge;
  const [message] = await tx
    .select()
    .from(inboundPatientUpdates)
    .where(
      and(
        eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
        eq(inboundPatientUpdates.id, merge.updateId),
        eq(inboundPatientUpdates.outcome, 'merged'),
      ),
    );
  return {
    id: merge.id,
    valuesTaken: { ...merge.valuesTaken, ...message?.valuesAfter },
    valuesBefore: { ...merge.valuesBefore, ...message?.valuesBefore },
  };
}

interface Undone {
  values: MergedValues;
  edited: MergedValues;
}

/**
 * The values of each record (by UUID) into which the merged one was merged, one after the other: a further merge may have
 * taken those of the merged record.
 * @param into at least one
 */
async function undoAlong(
  tx: Tx,
  ctx: Context,
  merge: Taken,
  into: readonly PatientRow[],
): Promise<Map<string, Undone>> {
  const undone = new Map<string, Undone>();
  let taken: Taken = merge;
  for (const [at, row] of into.entries()) {
    const own = await undoValues(tx, ctx, taken, row);
    undone.set(row.id, own);
    if (at + 1 === into.length || Object.keys(own.values).length === 0) break;
    const next = await lockMerge(tx, ctx, row.id);
    const passedOn = Object.keys(own.values).filter(
      (column) =>
        Object.hasOwn(next.valuesTaken, column) &&
        isDeepStrictEqual(next.valuesTaken[column], taken.valuesTaken[column]),
    );
    if (passedOn.length === 0) break;
    const pick = (values: object) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => passedOn.includes(name)));
    taken = { id: next.id, valuesTaken: pick(next.valuesTaken), valuesBefore: pick(own.values) };
    await tx
      .update(patientMerges)
      .set({ valuesTaken: { ...next.valuesTaken, ...taken.valuesBefore } })
      .where(and(eq(patientMerges.orgId, ctx.actor.orgId), eq(patientMerges.id, next.id)));
  }
  return undone;
}

/**
 * The values of the survivor as they were before, unless they have changed since. If a later merge replaced a taken
 * value, that merge restores the one before both.
 */
async function undoValues(tx: Tx, ctx: Context, merge: Taken, survivor: PatientRow): Promise<Undone> {
  const later = await tx
    .select()
    .from(patientMerges)
    .where(
      and(
        eq(patientMerges.orgId, ctx.actor.orgId),
        eq(patientMerges.survivorId, survivor.id),
        isNull(patientMerges.unmergedAt),
        gt(patientMerges.id, merge.id),
      ),
    )
    .orderBy(asc(patientMerges.id))
    .for('update');
  const values: Record<string, unknown> = {};
  const edited: Record<string, unknown> = {};
  for (const [column, taken] of Object.entries(merge.valuesTaken)) {
    const before = merge.valuesBefore[column];
    const next = later.find(({ valuesTaken }) => Object.hasOwn(valuesTaken, column));
    const now = survivor[column as keyof PatientRow];
    if (next && isDeepStrictEqual(next.valuesBefore[column], taken))
      await tx
        .update(patientMerges)
        .set({ valuesBefore: { ...next.valuesBefore, [column]: before } })
        .where(and(eq(patientMerges.orgId, ctx.actor.orgId), eq(patientMerges.id, next.id)));
    else if (isDeepStrictEqual(now, taken)) values[column] = before;
    else if (!isDeepStrictEqual(now, before)) edited[column] = now;
  }
  return { values, edited };
}

async function restore(
  tx: Tx,
  ctx: Context,
  merged: PatientRow,
  { status, survivorId }: { status: MergeRow['statusBefore']; survivorId: string },
): Promise<PatientRow> {
  const { orgId } = ctx.actor;
  const [row] = await tx
    .update(patients)
    .set({ status, mergedIntoId: null, ...changed })
    .where(and(eq(patients.orgId, orgId), eq(patients.id, merged.id)))
    .returning();
  await writeLookups(tx, orgId, merged.id, row!, { replace: true });
  await emit(
    tx,
    ctx,
    patientEvent('patient.unmerged', row!, {
      survivorId,
      changedFields: ['status', 'merged_into_id'],
      previous: { status: 'merged' },
    }),
  );
  return row!;
}

/** What users added to the joint chart: they saw one patient, so it may be the other's. */
async function addedSince(
  tx: Tx,
  ctx: Context,
  { patientId, through, since }: { patientId: string; through: readonly string[]; since: Date },
): Promise<Undecided[]> {
  const { orgId } = ctx.actor;
  /** To the survivor, or to a record between: the chart of each was the joint one. */
  const isOfJoint = (address: PgColumn) =>
    or(isNull(address), through.length > 0 ? inArray(address, [...through]) : undefined);
  const byUser = <Table extends typeof labOrders | typeof documents>(table: Table) =>
    and(
      eq(table.orgId, orgId),
      eq(table.patientId, patientId),
      isOfJoint(table.addressedPatientId),
      like(table.createdBy, 'usr_%'),
      gt(table.createdAt, since),
    );
  const orders = await tx
    .select({ id: labOrders.id })
    .from(labOrders)
    .where(byUser(labOrders))
    .orderBy(labOrders.id);
  const files = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        byUser(documents),
        isNull(documents.orderId),
        isNull(documents.resultId),
        ne(documents.status, 'entered_in_error'),
      ),
    )
    .orderBy(documents.id);
  const reports = await tx
    .selectDistinct({ id: labResults.id })
    .from(labResults)
    .innerJoin(
      inboundReports,
      and(eq(inboundReports.orgId, labResults.orgId), eq(inboundReports.resultId, labResults.id)),
    )
    .where(
      and(
        eq(labResults.orgId, orgId),
        eq(labResults.patientId, patientId),
        isOfJoint(labResults.addressedPatientId),
        isNull(labResults.orderId),
        notLike(labResults.reportKey, 'void:%'),
        like(inboundReports.decidedBy, 'usr_%'),
        gt(inboundReports.decidedAt, since),
      ),
    )
    .orderBy(labResults.id);
  return [
    ...orders.map(({ id }): Undecided => ({ object: 'lab_order', id: showId('lab_order', id), field: null })),
    ...reports.map(({ id }): Undecided => ({
      object: 'lab_result',
      id: showId('lab_result', id),
      field: null,
    })),
    ...files.map(({ id }): Undecided => ({ object: 'document', id: showId('document', id), field: null })),
  ];
}
