import type pg from 'pg';
import { count, countDatabaseError } from '../counts';
import { DomainError } from '../errors/domain-error';
import { errorCode } from '../safe-error';
import { connection, databaseOf, lookElsewhere, socketOf, type Database } from './client';
import { groupOf } from './known-credentials';
import { READ_ONLY } from './primary';
import { isFresh, noteFailure, openReplica } from './replica';

/**
 * Transactions with a scope. Row-level security reads the transaction-local settings made here; without them every
 * policy matches no row. Never keep a transaction open while reading a request body or calling another service.
 */

/** A transaction bound to one organization, or to the credential, user or email address being looked up. */
export type Tx = Database & {
  readonly client: pg.PoolClient;
  /** Statements already sent, whose results arrive with COMMIT. */
  closing: Promise<unknown>[];
};

export interface TransactionScope {
  /** UUID */
  orgId?: string;
  /** UUID */
  userId?: string;
  /** Hex SHA-256 of a presented secret. */
  credentialHash?: string;
  /** Hex SHA-256 of a normalized email address. */
  emailHash?: string;
  orgSlug?: string;
  /** UUID of the OAuth client in the request. */
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

/** `BEGIN` and the settings in one round trip. Each value matches a strict pattern, so it is safe in the SQL text. */
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
  /** Not awaited at once: BEGIN is sent with the first statement. If it fails, the following statements fail too. */
  opened: Promise<unknown>;
  /** `performance.now()` */
  at: number;
}

/** @param begin by default the one with the settings of the scope */
async function open(
  scope: TransactionScope,
  begin = opening(scope),
  connect = () => connection(groupOf(scope)),
): Promise<Opened> {
  const asked = performance.now();
  const client = await connect();
  const at = performance.now();
  count('clinical_db_connection_wait_seconds_total', [], (at - asked) / 1000);
  inOneWrite(client);
  const opened = client.query(begin);
  opened.catch(() => undefined);
  return { client, tx: transactionOf(client), opened, at };
}

async function complete<T>({ client, tx, opened, at }: Opened, work: (tx: Tx) => Promise<T>): Promise<T> {
  let broken: Error | undefined;
  let outcome = 'rolled_back';
  try {
    const result = await work(tx).catch((error: unknown) =>
      opened.then(() => Promise.reject(error as Error)),
    );
    // If an error inside the transaction was swallowed, Postgres answers COMMIT with ROLLBACK: never report that as
    // success.
    const [{ command }] = await Promise.all([client.query('COMMIT'), opened, ...tx.closing]);
    if (command !== 'COMMIT') throw new Error('The database rolled back the transaction.');
    outcome = 'committed';
    return result;
  } catch (error) {
    countDatabaseError(error);
    try {
      // Its response follows all earlier ones, so no statement is in flight when the connection is released.
      await client.query('ROLLBACK');
    } catch (rollbackError) {
      broken = rollbackError as Error;
    }
    // This server has become a standby.
    if (errorCode(error) === READ_ONLY) {
      broken = error as Error;
      lookElsewhere();
    }
    throw error;
  } finally {
    tx.closing = [];
    client.release(broken);
    count('clinical_db_transactions_total', [outcome]);
    count('clinical_db_transaction_seconds_total', [], (performance.now() - at) / 1000);
  }
}

const run = async <T>(scope: TransactionScope, work: (tx: Tx) => Promise<T>, begin?: string): Promise<T> =>
  complete(await open(scope, begin), work);

function transactionOf(client: pg.PoolClient): Tx {
  const database = databaseOf(client) as Tx;
  if (!('client' in database)) Object.assign(database, { client, closing: [] });
  return database;
}

/**
 * Sends the last statement of a transaction together with COMMIT, which saves a round trip. If it fails, Postgres
 * answers COMMIT with ROLLBACK and the whole transaction fails.
 * @param send must send before it returns its promise
 */
export function answeredByCommit<T>(tx: Tx, send: () => Promise<T>): Promise<T> {
  inOneWrite(tx.client);
  const sent = send();
  sent.catch(() => undefined);
  tx.closing.push(sent);
  return sent;
}

/** Batches everything written until the current callbacks finish into one system call. */
function inOneWrite(client: pg.PoolClient): void {
  const socket = socketOf(client);
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/**
 * Runs independent statements without waiting in between. Do not use `Promise.all`: it rejects at the first error while
 * the other statements continue, possibly in the next transaction on this connection.
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
 * Runs a transaction in one organization. The only way to access a tenant table.
 * @param begun continues the transaction that looked up the credential, unless it was taken or dropped before
 */
export function withTenant<T>(orgId: string, work: (tx: Tx) => Promise<T>, begun?: Begun): Promise<T> {
  const opened = begun?.take();
  if (!opened) return run({ orgId }, work);
  return complete(opened, (tx) => {
    void answeredByCommit(tx, () => enterTenant(tx, orgId));
    return work(tx);
  });
}

/**
 * Runs reads of an organization's transaction on the standby, if there is one that has everything committed so far, and
 * otherwise in the transaction itself (decision 0066).
 * @param work writes nothing; it may run twice
 */
export async function onReplica<T>(tx: Tx, orgId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const replica = openReplica();
  if (!replica) return work(tx);
  const begin = opening({ orgId }).replace('BEGIN', 'BEGIN READ ONLY');
  try {
    const opened = await open({ orgId }, begin, () => replica.pool.connect());
    const read = await complete(opened, async (on) =>
      (await isFresh(tx.client, on.client)) ? { found: await work(on) } : null,
    );
    count('clinical_db_replica_reads_total', [read ? 'answered' : 'behind']);
    if (read) return read.found;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    count('clinical_db_replica_reads_total', ['failed']);
    noteFailure(replica, error);
  }
  return work(tx);
}

/**
 * A transaction that looked up a credential and stays open for the operation, so that both share one. It holds a
 * connection: until it is taken or dropped, do not await anything that needs another connection, or requests could
 * deadlock waiting for each other's.
 */
export interface Begun {
  take(): Opened | null;
  /** No effect once taken. */
  drop(): Promise<void>;
}

/** Runs one statement in a transaction that stays open. */
export async function beginInScope<T>(
  scope: TransactionScope,
  statement: (tx: Tx) => Promise<T>,
): Promise<{ answer: T; begun: Begun }> {
  let opened: Opened | null = await open(scope);
  const take = () => {
    const taken = opened;
    opened = null;
    return taken;
  };
  const end = (work: () => Promise<void>) => {
    const taken = take();
    return taken ? complete(taken, work) : Promise.resolve();
  };
  try {
    const answer = await statement(opened.tx);
    // The transaction wrote nothing, so the request can ignore how it ends.
    return { answer, begun: { take, drop: () => end(() => Promise.resolve()).catch(() => undefined) } };
  } catch (error) {
    await end(() => Promise.reject(error as Error));
    throw error;
  }
}

/** Runs a transaction that looks up a credential, user or organization before the organization is known. */
export function withScope<T>(scope: TransactionScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return run(scope, work);
}

/** Runs one statement in its own transaction, in one round trip. */
export async function readInScope<T>(scope: TransactionScope, statement: (tx: Tx) => Promise<T>): Promise<T> {
  return run(scope, async (tx) => [answeredByCommit(tx, () => statement(tx))] as const).then(
    ([answer]) => answer,
  );
}

/** Continues the transaction in an organization that has become known. */
export async function enterTenant(tx: Tx, orgId: string): Promise<void> {
  if (!UUID.test(orgId)) throw new Error('Not a valid organization ID');
  await tx.client.query(`SELECT set_config('clinical.org_id','${orgId}',true)`);
}

/** Runs work that may fail without the transaction: after an error, only what the work has written is undone. */
export async function inSavepoint<T>({ client }: Tx, work: () => Promise<T>): Promise<T> {
  await client.query('SAVEPOINT work');
  try {
    const result = await work();
    await client.query('RELEASE SAVEPOINT work');
    return result;
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT work; RELEASE SAVEPOINT work');
    throw error;
  }
}

/** Lets the transaction also see rows that belong to a user and to no organization; `null` ends that. */
export async function enterPerson(tx: Tx, userId: string | null): Promise<void> {
  if (userId !== null && !UUID.test(userId)) throw new Error('Not a valid user ID');
  await tx.client.query(`SELECT set_config('clinical.user_id','${userId ?? ''}',true)`);
}

/** Runs a transaction as the worker: across organizations, with grants on queue columns only, never on patient data. */
export function asWorker<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return run({}, work, 'BEGIN;SET LOCAL ROLE clinical_worker');
}

/** Runs a read-only worker transaction on one snapshot of the database. */
export function asWorkerInSnapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return run({}, work, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;SET LOCAL ROLE clinical_worker');
}

/** Runs statements of an organization's transaction as another role. */
async function inRole<T>(
  tx: Tx,
  role: 'clinical_eraser' | 'clinical_worker',
  work: () => Promise<T>,
): Promise<T> {
  await tx.client.query(`SET LOCAL ROLE ${role}`);
  const result = await work();
  // After a failure the transaction ends, and with it the role.
  await tx.client.query('RESET ROLE');
  return result;
}

/** Runs statements of an organization's transaction as the role that may delete the history of a patient. */
export const asEraser = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  inRole(tx, 'clinical_eraser', work);

/** Runs statements of an organization's transaction with the grants of the worker, which no policy restricts. */
export const asWorkerWithin = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  inRole(tx, 'clinical_worker', work);
