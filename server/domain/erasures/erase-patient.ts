import { and, eq, inArray, sql } from 'drizzle-orm';
import { erasures, patients } from '../../db/schema/index';
import { databaseTime } from '../../db/clock';
import { lockThing } from '../../db/locks';
import type { Tx } from '../../db/transaction';
import { DomainError, fieldError } from '../../errors/domain-error';
import { emit } from '../../events/emit';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { idTime, newId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { assertChartsOpen } from '../../shared/restricted-charts';
import type { PatientRow } from '../patients/access';
import { exportEvent } from '../exports/events';
import { patientEvent } from '../patients/events';
import { activityOf, ERASE, findRecords, presentErasure, type ErasureRow } from './access';
import type { ErasePatientInput, Erasure } from './contract';
import { asSent, eraseRecords } from './erase-records';
import { identifierHash } from './identifier-hashes';
import { removeErasedFiles } from './remove-files';
import { retentionEnd } from './rules';

/**
 * Erases a patient for ever: every row, every version, the bytes of documents and received messages. What remains is a
 * certificate without patient data, and the audit log, in which the ID of the patient becomes a pseudonym.
 * @throws DomainError `not_found`, `validation_failed`, `invalid_state` (the retention period has not ended),
 * `patient_has_open_orders`
 */
export async function erasePatient(ctx: Context, input: ErasePatientInput): Promise<Erasure> {
  const { row, names } = await perform(
    ctx,
    { action: 'erase_patient', kind: 'write', ...ERASE },
    async (tx) => {
      const records = await findRecords(tx, ctx, input.id, { lock: true });
      const [patient] = records;
      // `perform()` would look for the restriction in rows that are gone.
      await assertChartsOpen(
        tx,
        ctx,
        records.map(({ id }) => id),
      );
      if (input.mrn.trim() !== patient.mrn)
        throw fieldError('/mrn', 'not_allowed', 'does not match this patient');
      assertWithoutName(input, records);
      const activity = await activityOf(
        tx,
        ctx,
        records.map(({ id }) => id),
      );
      if (activity.openOrders > 0)
        throw new DomainError(
          'patient_has_open_orders',
          'The patient has open lab orders. Complete or cancel them first.',
        );
      if (
        input.ground === 'retention' &&
        retentionEnd(activity.lastActivityAt, activity.retentionYears).getTime() > Date.now()
      )
        throw new DomainError(
          'invalid_state',
          'The retention period has not ended. Erasing earlier requires an order of a court or authority, or a patient request.',
        );
      if (input.ground !== 'retention' && !input.reference?.trim())
        throw fieldError('/reference', 'required', 'is required for this legal basis');
      const id = newId();
      const erasure = await eraseAndCertify(tx, ctx, records, {
        id,
        erasedAt: idTime(id),
        erasedBy: actorName(ctx.actor),
        ground: input.ground,
        reason: input.reason,
        reference: input.reference ?? null,
        lastActivityAt: activity.lastActivityAt,
        retentionYears: activity.retentionYears,
      });
      return {
        output: { row: erasure, names: await namesOfPeople(tx, ctx, [erasure.erasedBy]) },
        audit: auditOf(erasure),
      };
    },
  );
  return presentErasure(await removeErasedFiles(ctx, row), names);
}

export const auditOf = (row: ErasureRow) => ({
  objectKind: 'erasure' as const,
  objectId: row.id,
  patientIds: row.recordIds,
  detail: { ground: row.ground, ...row.counts, files: row.files.length },
});

/** The certificate stays, so it must not contain the name. */
function assertWithoutName({ reason, reference }: ErasePatientInput, records: readonly PatientRow[]): void {
  for (const [field, text] of Object.entries({ reason, reference: reference ?? '' })) {
    const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    for (const { mrn, name } of records)
      if (words.has(mrn.toLowerCase()) || words.has(name.family.toLowerCase()))
        throw fieldError(
          `/${field}`,
          'not_allowed',
          'must not contain the name or MRN of the patient, because it is kept',
        );
  }
}

type Facts = Pick<
  ErasureRow,
  'id' | 'erasedAt' | 'erasedBy' | 'ground' | 'reason' | 'reference' | 'lastActivityAt' | 'retentionYears'
>;

/** The caller holds the locks of the records. */
export async function eraseAndCertify(
  tx: Tx,
  ctx: Context,
  records: readonly [PatientRow, ...PatientRow[]],
  facts: Facts,
): Promise<ErasureRow> {
  const { orgId } = ctx.actor;
  // Before any row is deleted: an export that starts later does not see the patient.
  await lockThing(tx, 'exports', orgId);
  await assertNothingQueued(tx, ctx, records);
  await announce(tx, ctx, records);
  const { counts, files, storageKeys, failedExports } = await eraseRecords(tx, ctx, records);
  for (const row of failedExports) await emit(tx, ctx, exportEvent('export.failed', row));
  const values = {
    ...facts,
    orgId,
    erasedId: records[0].id,
    recordIds: records.map(({ id }) => id),
    counts,
    files,
    identifierHashes: records.map(({ mrn }) => identifierHash(orgId, mrn)),
    pendingFiles: storageKeys,
    filesRemovedAt: null,
  };
  const [row] = await tx.insert(erasures).values(values).returning();
  return row!;
}

/** A message that is being processed would file to the chart meanwhile, or be lost. */
async function assertNothingQueued(tx: Tx, ctx: Context, records: readonly PatientRow[]): Promise<void> {
  const { rowCount } = await tx.client.query(
    `select 1 from inbound_messages m join inbound_message_bytes b on b.org_id = m.org_id and b.message_id = m.id
     where m.org_id = $1 and m.state = 'received' and m.failure is null
       and exists (select 1 from unnest($2::bytea[]) number where position(number in b.bytes) > 0) limit 1`,
    [ctx.actor.orgId, asSent(records.map(({ mrn }) => mrn))],
  );
  if (rowCount)
    throw new DomainError(
      'unavailable',
      'A message about the patient is being processed. Try again in a minute.',
      {
        retry_after: 30,
      },
    );
}

/** Connected systems delete their copies. */
async function announce(tx: Tx, ctx: Context, records: readonly PatientRow[]): Promise<void> {
  const visible = records.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
  if (visible.length === 0) return;
  const rows = await tx
    .update(patients)
    .set({
      deletedAt: new Date(),
      deletedBy: actorName(ctx.actor),
      updatedAt: databaseTime,
      version: sql`${patients.version} + 1`,
      sequence: sql`${patients.sequence} + 1`,
    })
    .where(and(eq(patients.orgId, ctx.actor.orgId), inArray(patients.id, visible)))
    .returning();
  for (const row of rows) await emit(tx, ctx, patientEvent('patient.deleted', row));
}
