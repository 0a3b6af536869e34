import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { tryLockThing } from '../db/locks';
import { prepared } from '../db/prepared';
import { idempotencyRecords, patients } from '../db/schema/index';
import { together, type Tx } from '../db/transaction';
import type { AuditFacts } from './audit';
import { credentialName, type Context, type Idempotency } from './context';
import { DomainError } from '../errors/domain-error';
import { notFound } from './ids';

/**
 * `Idempotency-Key`: one effect per key, in the transaction of the operation: a lock on (organization, credential,
 * path, key), the look-up, the operation, the insert of the record. A crash undoes all of it. Only successes are
 * stored. The HTTP handler computes the fingerprint; `perform()` decides when to look it up.
 */

const given = sql.placeholder;
const record = idempotencyRecords;

const findRecord = prepared('find_idempotency_record', (tx) =>
  tx
    .select()
    .from(record)
    .where(
      and(
        eq(record.orgId, given('orgId')),
        eq(record.credential, given('credential')),
        eq(record.path, given('path')),
        eq(record.key, given('key')),
      ),
    ),
);

const insertRecord = prepared('insert_idempotency_record', (tx) =>
  tx.insert(record).values({
    orgId: given('orgId'),
    credential: given('credential'),
    path: given('path'),
    key: given('key'),
    fingerprint: given('fingerprint'),
    status: 201,
    output: given('output'),
    createdAt: given('createdAt'),
  }),
);

interface Remembered<Output> {
  output: Output;
  audit: AuditFacts;
}

type InSight = (tx: Tx, ctx: Context, objectId: string) => Promise<unknown>;

/**
 * Returns the first response for this Idempotency-Key, under a lock until the transaction ends.
 * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`, `not_found` if the resource in the first
 * response was deleted since
 */
export async function replay<Output>(
  tx: Tx,
  ctx: Context,
  inSight?: InSight,
): Promise<Remembered<Output> | undefined> {
  const { key, path, fingerprint } = ctx.idempotency!;
  const { orgId } = ctx.actor;
  const credential = credentialName(ctx.actor);
  // Both are sent at once: Postgres executes them in order, so the record is read under the lock.
  const [locked, [found]] = await together(
    tryLockThing(tx, 'idempotency_key', orgId, credential, path, key),
    findRecord(tx, { orgId, credential, path, key }),
  );
  if (!locked) {
    throw new DomainError(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still in progress. Try again.',
      { retry_after: 1 },
    );
  }
  if (!found) return undefined;
  if (!found.fingerprint.equals(fingerprint)) {
    throw new DomainError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request body. Use a new key.',
    );
  }
  const { output, audit } = found.output as Remembered<Output>;
  await assertPatientsInSight(tx, orgId, audit.patientIds ?? []);
  if (inSight && audit.objectId) await inSight(tx, ctx, audit.objectId);
  ctx.idempotency!.replayed = true;
  return { output, audit: { ...audit, detail: { ...audit.detail, replayed: true } } };
}

/**
 * Whether a response is stored for the key. Only for skipping an early rejection: without a lock or fingerprint check,
 * so `replay` still decides.
 */
export async function hasAnswered(
  tx: Tx,
  ctx: Context,
  { key, path }: Pick<Idempotency, 'key' | 'path'>,
): Promise<boolean> {
  const [found] = await findRecord(tx, {
    orgId: ctx.actor.orgId,
    credential: credentialName(ctx.actor),
    path,
    key,
  });
  return found !== undefined;
}

/** A stored response must not return a patient who was deleted since. */
async function assertPatientsInSight(tx: Tx, orgId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const [row] = await tx
    .select({ seen: count() })
    .from(patients)
    .where(and(eq(patients.orgId, orgId), inArray(patients.id, ids), isNull(patients.deletedAt)));
  if (row?.seen !== new Set(ids).size) throw notFound();
}

/** Sends the query at once; completed with the COMMIT. */
export function remember<Output>(tx: Tx, ctx: Context, output: Output, audit: AuditFacts): Promise<unknown> {
  const { key, path, fingerprint } = ctx.idempotency!;
  const kept: Remembered<Output> = { output, audit };
  return insertRecord(tx, {
    orgId: ctx.actor.orgId,
    credential: credentialName(ctx.actor),
    path,
    key,
    fingerprint,
    output: kept,
    createdAt: new Date(),
  });
}
