import { and, eq, isNull, sql } from 'drizzle-orm';
import { prepared } from '../../db/prepared';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId, readId } from '../../shared/ids';

/** Patients that the actor may see. Hidden, deleted and unknown patients all result in `not_found`. */

export type PatientRow = typeof patients.$inferSelect;

const given = sql.placeholder;
const visible = and(
  eq(patients.orgId, given('orgId')),
  eq(patients.id, given('id')),
  isNull(patients.deletedAt),
);
const readPatient = prepared('read_patient', (tx) => tx.select().from(patients).where(visible));
const lockPatient = prepared('lock_patient', (tx) => tx.select().from(patients).where(visible).for('update'));

export async function findPatient(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<PatientRow> {
  const find = options.lock ? lockPatient : readPatient;
  const [row] = await find(tx, { orgId: ctx.actor.orgId, id: pathId('patient', id) });
  if (!row) throw notFound();
  return row;
}

/** A patient referenced in a request body must exist and be active; otherwise 422 with its pointer. */
export async function requireActivePatient(
  tx: Tx,
  ctx: Context,
  id: string,
  pointer = '/patient_id',
): Promise<PatientRow> {
  const uuid = readId('patient', id);
  const [row] = uuid
    ? await tx
        .select()
        .from(patients)
        .where(and(eq(patients.orgId, ctx.actor.orgId), eq(patients.id, uuid), isNull(patients.deletedAt)))
        .for('key share')
    : [];
  if (!row) {
    throw new DomainError('patient_not_found', 'The patient does not exist.', {
      errors: [{ pointer, code: 'not_allowed', message: 'must be the ID of a patient of this organization' }],
    });
  }
  if (row.status !== 'active') {
    throw new DomainError('patient_not_active', 'The patient is not active.', {
      errors: [{ pointer, code: 'not_allowed', message: 'must be a patient whose status is active' }],
    });
  }
  return row;
}

/** @throws DomainError `version_mismatch` if `If-Match` requires another version */
export function assertVersion(ctx: Context, row: { version: number }): void {
  if (ctx.ifMatch !== undefined && ctx.ifMatch !== row.version) {
    throw new DomainError('version_mismatch', 'The record has changed since you read it. Read it again.', {
      current_version: row.version,
    });
  }
}
