import { and, eq, sql } from 'drizzle-orm';
import type { Role, Scope } from '../auth/scopes';
import { idempotencyRecords } from '../db/schema/index';
import { prepared } from '../db/prepared';
import { answeredByCommit, together, withTenant, type Tx } from '../db/transaction';
import { recordAudit, type AuditFacts, type AuditKind } from './audit';
import { translateDatabaseError } from './constraints';
import { actorName, type Context } from './context';
import { DomainError } from './errors';

/**
 * The frame of every verb: scope first, then one tenant transaction in which the work is done and its audit row
 * written. A verb cannot forget the audit: what it returns must hold the facts for it.
 */

export interface Act<Output> {
  /** The verb, as in file, procedure and operation: `get_patient`. */
  action: string;
  kind: AuditKind;
  /** One of these scopes is needed. */
  scope?: Scope | readonly Scope[];
  /** People need this role; API keys are judged by scope alone unless `peopleOnly`. */
  role?: Role;
  /** Never for API keys. */
  peopleOnly?: boolean;
  /** What is kept for a repeated Idempotency-Key; default: the output as it is. */
  replay?: (output: Output) => Output;
}

export interface Done<Output> {
  output: Output;
  audit: AuditFacts;
}

const RANK: Record<Role, number> = { viewer: 0, clinician: 1, admin: 2 };

/** @throws DomainError `insufficient_scope` or `forbidden` */
export function assertAllowed(ctx: Context, act: Pick<Act<unknown>, 'scope' | 'role' | 'peopleOnly'>): void {
  const { actor } = ctx;
  if (actor.kind === 'system') return;
  const wanted = act.scope === undefined ? [] : typeof act.scope === 'string' ? [act.scope] : act.scope;
  if (wanted.length > 0 && !wanted.some((scope) => actor.scopes.has(scope))) {
    throw new DomainError('insufficient_scope', `This needs the scope ${wanted.join(' or ')}.`, {
      required_scopes: [...wanted],
    });
  }
  if (act.peopleOnly && actor.kind !== 'user')
    throw new DomainError('forbidden', 'This is only open to signed-in people.');
  if (act.role && actor.kind === 'user' && (actor.role === null || RANK[actor.role] < RANK[act.role])) {
    throw new DomainError('forbidden', `This needs the role ${act.role}.`);
  }
}

export async function perform<Output>(
  ctx: Context,
  act: Act<Output>,
  work: (tx: Tx) => Promise<Done<Output>>,
): Promise<Output> {
  assertAllowed(ctx, act);
  try {
    return await inTransaction(ctx, act, work);
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

function inTransaction<Output>(
  ctx: Context,
  act: Act<Output>,
  work: (tx: Tx) => Promise<Done<Output>>,
): Promise<Output> {
  const inside = async (tx: Tx): Promise<Output> => {
    const replayed = ctx.idempotency ? await replay<Output>(tx, ctx) : undefined;
    const done = replayed ?? (await work(tx));
    const entry = { ...done.audit, action: act.action, kind: act.kind, outcome: 'allowed' as const };
    void answeredByCommit(tx, () => recordAudit(tx, ctx, entry));
    if (ctx.idempotency && !replayed) {
      const kept = act.replay ? act.replay(done.output) : done.output;
      void answeredByCommit(tx, () => remember(tx, ctx, kept, done.audit));
    }
    return done.output;
  };
  return withTenant(ctx.actor.orgId, inside, ctx.begun);
}

const LOCK = {
  name: 'idempotency_lock',
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
};

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

/** Looks for the first answer to this Idempotency-Key, holding a lock on it until the transaction ends. */
async function replay<Output>(tx: Tx, ctx: Context): Promise<Done<Output> | undefined> {
  const { key, path, fingerprint } = ctx.idempotency!;
  const credential = actorName(ctx.actor);
  const name = [ctx.actor.orgId, credential, path, key].join('\n');
  // Both go out at once: Postgres runs them in this order, so the record is read under the lock.
  const [{ rows }, [record]] = await together(
    tx.client.query<{ locked: boolean }>({ ...LOCK, values: [name] }),
    findRecord(tx, { orgId: ctx.actor.orgId, credential, path, key }),
  );
  if (!rows[0]?.locked) {
    throw new DomainError(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running.',
      { retry_after: 1 },
    );
  }
  if (!record) return undefined;
  if (!record.fingerprint.equals(fingerprint)) {
    throw new DomainError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request body.',
    );
  }
  ctx.idempotency!.replayed = true;
  const remembered = record.output as Remembered<Output>;
  return {
    output: remembered.output,
    audit: { ...remembered.audit, detail: { ...remembered.audit.detail, replayed: true } },
  };
}

/** Sent at once; answered with the COMMIT. */
function remember<Output>(tx: Tx, ctx: Context, output: Output, audit: AuditFacts): Promise<unknown> {
  const { key, path, fingerprint } = ctx.idempotency!;
  const kept: Remembered<Output> = { output, audit };
  return insertRecord(tx, {
    orgId: ctx.actor.orgId,
    credential: actorName(ctx.actor),
    path,
    key,
    fingerprint,
    output: kept,
    createdAt: new Date(),
  });
}
