import type pg from 'pg';
import { connection, databaseOf, type Database } from './client';
import { socketOf } from './pulse';

/**
 * Transactions with a scope. Row-level security reads the transaction-local settings written here; without them
 * every policy matches no row. Nothing may stay open while a body is read or a network call is made.
 */

/** A transaction that is bound to one organisation, or to the credential, person or e-mail being looked up. */
export type Tx = Database & {
  readonly client: pg.PoolClient;
  /** Statements that were sent and are answered together with COMMIT. */
  closing: Promise<unknown>[];
};

export interface TransactionScope {
  /** Organisation (`uuid`). */
  orgId?: string;
  /** Person (`uuid`). */
  userId?: string;
  /** Hex SHA-256 of a presented secret. */
  credentialHash?: string;
  /** Hex SHA-256 of a normalised e-mail address. */
  emailHash?: string;
  orgSlug?: string;
  /** Application that a request names (`uuid`). */
  clientId?: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

const SETTINGS: [keyof TransactionScope, string, RegExp][] = [
  ['orgId', 'clinical.org_id', UUID],
  ['userId', 'clinical.user_id', UUID],
  ['credentialHash', 'clinical.credential_hash', HASH],
  ['emailHash', 'clinical.email_hash', HASH],
  ['orgSlug', 'clinical.org_slug', SLUG],
  ['clientId', 'clinical.client_id', UUID],
];

/** `BEGIN` and the settings in one round trip. Values are safe to stand in the text: each passed a strict pattern. */
function opening(scope: TransactionScope): string {
  const calls = SETTINGS.flatMap(([key, name, pattern]) => {
    const value = scope[key];
    if (value === undefined) return [];
    if (!pattern.test(value)) throw new Error(`Not a valid ${key} for a transaction`);
    return [`set_config('${name}','${value}',true)`];
  });
  return calls.length > 0 ? `BEGIN;SELECT ${calls.join(',')}` : 'BEGIN';
}

interface Opened {
  client: pg.PoolClient;
  tx: Tx;
  /** Not awaited at once: BEGIN travels with the first statement. If it fails, what follows fails in the database too. */
  opened: Promise<unknown>;
}

async function open(begin: string): Promise<Opened> {
  const client = await connection();
  inOneWrite(client);
  const opened = client.query(begin);
  opened.catch(() => undefined);
  return { client, tx: transactionOf(client), opened };
}

async function complete<T>({ client, tx, opened }: Opened, work: (tx: Tx) => Promise<T>): Promise<T> {
  let broken: Error | undefined;
  try {
    const result = await work(tx).catch((error: unknown) =>
      opened.then(() => Promise.reject(error as Error)),
    );
    // A transaction that failed inside and was swallowed would answer ROLLBACK to COMMIT: never report it as done.
    const [{ command }] = await Promise.all([client.query('COMMIT'), opened, ...tx.closing]);
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database.');
    return result;
  } catch (error) {
    try {
      // Answered after everything that was sent before, so that nothing of ours is under way on release.
      await client.query('ROLLBACK');
    } catch (rollbackError) {
      broken = rollbackError as Error;
    }
    throw error;
  } finally {
    tx.closing = [];
    client.release(broken);
  }
}

const run = async <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  complete(await open(begin), work);

function transactionOf(client: pg.PoolClient): Tx {
  const database = databaseOf(client) as Tx;
  if (!('client' in database)) Object.assign(database, { client, closing: [] });
  return database;
}

/**
 * The last statement of a transaction goes out together with COMMIT, which saves a round trip. If it fails, the
 * database answers ROLLBACK to COMMIT and the whole transaction fails with it.
 * @param send must send before it returns its promise
 */
export function answeredByCommit<T>(tx: Tx, send: () => Promise<T>): Promise<T> {
  inOneWrite(tx.client);
  const sent = send();
  sent.catch(() => undefined);
  tx.closing.push(sent);
  return sent;
}

/** What is sent until the current run of callbacks ends leaves in one system call. */
function inOneWrite(client: pg.PoolClient): void {
  const stream = socketOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Statements that do not depend on each other, sent without waiting in between. Never `Promise.all`: it gives up at the
 * first error while the others go on, and they would go on in whatever transaction gets this connection next.
 */
export async function together<T extends readonly PromiseLike<unknown>[]>(
  ...sent: T
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never;
}

/**
 * Transaction inside one organisation. The only way to a tenant table.
 * @param begun the transaction in which the credential was looked up goes on, unless it was used or dropped before
 */
export function withTenant<T>(orgId: string, work: (tx: Tx) => Promise<T>, begun?: Begun): Promise<T> {
  const opened = begun?.take();
  if (!opened) return run(opening({ orgId }), work);
  return complete(opened, (tx) => {
    void answeredByCommit(tx, () => enterTenant(tx, orgId));
    return work(tx);
  });
}

/**
 * A transaction that was begun to look up a credential and waits for the act it was presented for, so that both are
 * one. It holds a connection: until it is taken or dropped nothing may be awaited that needs another one, because
 * requests that all hold one and all wait for a second would wait for each other.
 */
export interface Begun {
  take(): Opened | null;
  /** Ends it when nobody took it. */
  drop(): Promise<void>;
}

/** One statement in a transaction that stays open. */
export async function beginInScope<T>(
  scope: TransactionScope,
  statement: (tx: Tx) => Promise<T>,
): Promise<{ answer: T; begun: Begun }> {
  let held: Opened | null = await open(opening(scope));
  const take = () => {
    const taken = held;
    held = null;
    return taken;
  };
  const end = (work: () => Promise<void>) => {
    const taken = take();
    return taken ? complete(taken, work) : Promise.resolve();
  };
  try {
    const answer = await statement(held.tx);
    // It has written nothing, so how it ends is of no interest to the request.
    return { answer, begun: { take, drop: () => end(() => Promise.resolve()).catch(() => undefined) } };
  } catch (error) {
    await end(() => Promise.reject(error as Error));
    throw error;
  }
}

/** Transaction for looking up a credential, a person or an organisation before the organisation is known. */
export function withScope<T>(scope: TransactionScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return run(opening(scope), work);
}

/** One statement in a transaction of its own, begin to end in one round trip. */
export async function readInScope<T>(scope: TransactionScope, statement: (tx: Tx) => Promise<T>): Promise<T> {
  return run(opening(scope), async (tx) => [answeredByCommit(tx, () => statement(tx))] as const).then(
    ([answer]) => answer,
  );
}

/** The same transaction goes on inside an organisation that has become known. */
export async function enterTenant(tx: Tx, orgId: string): Promise<void> {
  if (!UUID.test(orgId)) throw new Error('Not a valid organisation id');
  await tx.client.query(`SELECT set_config('clinical.org_id','${orgId}',true)`);
}

/** The same transaction also sees what belongs to a person and to no organisation; `null`: from here on no longer. */
export async function enterPerson(tx: Tx, userId: string | null): Promise<void> {
  if (userId !== null && !UUID.test(userId)) throw new Error('Not a valid person id');
  await tx.client.query(`SELECT set_config('clinical.user_id','${userId ?? ''}',true)`);
}

/** Transaction of the worker: across organisations, with grants on queue columns only, never on patient data. */
export function asWorker<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return run('BEGIN;SET LOCAL ROLE clinical_worker', work);
}

/** The worker looking at one moment of the database for a while; changes are refused. */
export function asWorkerInSnapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;SET LOCAL ROLE clinical_worker', work);
}
