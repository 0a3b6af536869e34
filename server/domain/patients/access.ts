import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { shareThing } from '../../db/locks';
import { prepared } from '../../db/prepared';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId, readId, showId } from '../../shared/ids';
import { assertChartsOpen } from '../../shared/restricted-charts';

/**
 * Patients that the actor may see. Hidden, deleted and unknown patients all result in `not_found`. The ID of a merged
 * record leads to its survivor, everywhere (decision 0050).
 */

export type PatientRow = typeof patients.$inferSelect;

const given = sql.placeholder;
const visible = and(
  eq(patients.orgId, given('orgId')),
  eq(patients.id, given('id')),
  isNull(patients.deletedAt),
);
const readPatient = prepared('read_patient', (tx) => tx.select().from(patients).where(visible));
const lockPatient = prepared('lock_patient', (tx) => tx.select().from(patients).where(visible).for('update'));
/** Against deletion and merging. */
const sharePatient = prepared('share_patient', (tx) =>
  tx.select().from(patients).where(visible).for('key share'),
);

/** No chain is as long; a cycle would be a defect. */
const MOST_STEPS = 1_000;

/** Without the person's data, which lists of a chart do not show. */
const readChart = prepared('read_chart', (tx) =>
  tx
    .select({ id: patients.id, mergedIntoId: patients.mergedIntoId, restriction: patients.restriction })
    .from(patients)
    .where(visible),
);

/** From the merged record to the survivor, in the order in which unmerging locks them. */
async function survivorOf<Row extends Pick<PatientRow, 'mergedIntoId'>>(
  tx: Tx,
  ctx: Context,
  id: string,
  read: (tx: Tx, values: { orgId: string; id: string }) => Promise<Row[]>,
): Promise<Row | undefined> {
  let [row] = await read(tx, { orgId: ctx.actor.orgId, id });
  for (let step = 0; row?.mergedIntoId; step++) {
    if (step === MOST_STEPS) throw new Error('The merges of a patient form a cycle.');
    [row] = await read(tx, { orgId: ctx.actor.orgId, id: row.mergedIntoId });
  }
  return row;
}

/** The patient, or the survivor of a merged record. */
export async function findPatient(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<PatientRow> {
  const row = await survivorOf(tx, ctx, pathId('patient', id), options.lock ? lockPatient : readPatient);
  if (!row) throw notFound();
  return row;
}

/**
 * Locks a record that is to be changed itself.
 * @throws DomainError `not_found`, `invalid_state` with `survivor_id` if it was merged
 */
export async function lockRecord(tx: Tx, ctx: Context, id: string): Promise<PatientRow> {
  const row = await findPatient(tx, ctx, id, { lock: true });
  if (row.id !== readId('patient', id)) throw wasMerged(row);
  return row;
}

export const wasMerged = (survivor: Pick<PatientRow, 'id'>): DomainError =>
  new DomainError('invalid_state', 'The record was merged into another patient. Use that patient.', {
    survivor_id: showId('patient', survivor.id),
  });

/** No patient has it. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The patient (UUID) to whose chart an ID in a filter refers. An ID that no patient can have matches nothing. */
export async function chartIdOf(tx: Tx, ctx: Context, shown: string): Promise<string> {
  const id = readId('patient', shown) ?? NIL_UUID;
  const patient = await survivorOf(tx, ctx, id, readChart);
  // A list without its rows would look like an empty chart.
  if (patient?.restriction) await assertChartsOpen(tx, ctx, [patient.id]);
  return patient?.id ?? id;
}

/** Where an item is stored. */
export interface Chart {
  patient: PatientRow;
  /** The merged record (UUID) that was named, if it is not the patient. */
  addressedPatientId: string | null;
}

export type ChartColumns = Pick<Chart, 'addressedPatientId'> & { patientId: string };

export const chartColumns = ({ patient, addressedPatientId }: Chart): ChartColumns => ({
  patientId: patient.id,
  addressedPatientId,
});

/** The chart of a record (UUID), locked against deletion and merging; null if it is unknown. */
export async function shareChart(tx: Tx, ctx: Context, id: string): Promise<Chart | null> {
  const patient = await survivorOf(tx, ctx, id, sharePatient);
  return patient ? { patient, addressedPatientId: patient.id === id ? null : id } : null;
}

/**
 * Waits for merges and prevents further ones until the transaction ends. Needed before an item is locked whose patient is
 * locked afterwards: a merge locks the patients first.
 */
export const withoutMerges = (tx: Tx, ctx: Context): Promise<void> =>
  shareThing(tx, 'patient_feed', ctx.actor.orgId);

/** A patient referenced in a request body must exist and be active; otherwise 422 with its pointer. */
export async function requireActiveChart(
  tx: Tx,
  ctx: Context,
  id: string,
  pointer = '/patient_id',
): Promise<Chart> {
  const uuid = readId('patient', id);
  const chart = uuid ? await shareChart(tx, ctx, uuid) : null;
  if (!chart) throw noPatient(pointer);
  if (chart.patient.status !== 'active') {
    throw new DomainError('patient_not_active', 'The patient is not active.', {
      errors: [{ pointer, code: 'not_allowed', message: 'must be a patient whose status is active' }],
    });
  }
  return chart;
}

export const noPatient = (pointer: string): DomainError =>
  new DomainError('patient_not_found', 'The patient does not exist.', {
    errors: [{ pointer, code: 'not_allowed', message: 'must be the ID of a patient of this organization' }],
  });

/** Replaces merged records by their survivors. Distinct, in the order of the first. */
export async function resolveMerged(
  tx: Tx,
  ctx: Context,
  rows: readonly PatientRow[],
): Promise<PatientRow[]> {
  const found = new Map<string, PatientRow>();
  for (const row of rows) {
    const survivor = row.mergedIntoId ? await survivorOf(tx, ctx, row.mergedIntoId, readPatient) : row;
    if (survivor && !found.has(survivor.id)) found.set(survivor.id, survivor);
  }
  return [...found.values()];
}

/** The records merged into these patients, by ID. */
export async function mergedRecords(
  tx: Tx,
  ctx: Context,
  rows: readonly PatientRow[],
): Promise<Map<string, PatientRow>> {
  const ids = rows.flatMap(({ mergedFrom }) => mergedFrom);
  if (ids.length === 0) return new Map();
  const found = await tx
    .select()
    .from(patients)
    .where(and(eq(patients.orgId, ctx.actor.orgId), inArray(patients.id, ids), isNull(patients.deletedAt)));
  return new Map(found.map((row) => [row.id, row]));
}

/** @throws DomainError `version_mismatch` if `If-Match` requires another version */
export function assertVersion(ctx: Context, row: { version: number }): void {
  if (ctx.ifMatch !== undefined && ctx.ifMatch !== row.version) {
    throw new DomainError('version_mismatch', 'The record has changed since you read it. Read it again.', {
      current_version: row.version,
    });
  }
}
