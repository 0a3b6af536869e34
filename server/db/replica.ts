import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { env } from '../env';
import { logger } from '../logger';
import { codeAndReason, errorCode } from '../safe-error';
import { SocketClient } from './socket-client';

/**
 * The standby of `DATABASE_REPLICA_URL`, which reads with `replica: true` use (decision 0066). Kept on `globalThis`, as the
 * pools of the primary are.
 */

/** A standby that failed is left alone for this time. */
const REST_MS = 5_000;
const CONNECT_MS = 1_000;
/** Of a statement: then the read is repeated on the primary. */
const PATIENCE_MS = 2_000;
/** How long a standby that is behind may take before it is asked once more. */
const CATCH_UP_MS = 10;

interface Replica {
  pool: pg.Pool;
  /** `performance.now()` */
  restsUntil: number;
}

const slot = Symbol.for('clinical.replica');
const holder = globalThis as unknown as { [slot]?: Replica };

/** Null without a standby, or if it failed recently. */
export function openReplica(): Replica | null {
  if (!env.DATABASE_REPLICA_URL) return null;
  const replica = (holder[slot] ??= { pool: openPool(env.DATABASE_REPLICA_URL), restsUntil: -Infinity });
  return performance.now() < replica.restsUntil ? null : replica;
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    Client: SocketClient,
    connectionString,
    // A request that uses one has one of the primary, so none is waited for.
    max: env.DATABASE_POOL,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: PATIENCE_MS,
    query_timeout: PATIENCE_MS + 500,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'clinical',
  });
  // Without a listener, the process would exit when a connection dies.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

/** After a read that could not be answered. A conflict with recovery ends one statement; anything else is a failure. */
export function noteFailure(replica: Replica, error: unknown): void {
  if (['40001', '40P01', '57014'].includes(errorCode(error) ?? '')) return;
  replica.restsUntil = performance.now() + REST_MS;
  logger.warn(codeAndReason(error), 'the standby does not answer: reading from the primary');
}

interface Position {
  /** Identifies the installation that primary and standby share. */
  system: string;
  /** In the write-ahead log. */
  at: string;
}

const COMMITTED = `SELECT (SELECT system_identifier FROM pg_control_system())::text AS system,
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS at`;
const REPLAYED = `SELECT (SELECT system_identifier FROM pg_control_system())::text AS system,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text AS at`;

async function read(client: pg.ClientBase, text: string): Promise<{ system: string; at: bigint }> {
  const { rows } = await client.query<Position>(text);
  // Null on a server that is no standby.
  return { system: rows[0]!.system, at: BigInt(rows[0]!.at ?? -1) };
}

/**
 * Whether the standby has all that was committed when this was called. A standby that was ahead of the primary has another
 * history, for example that of a primary before a failover.
 */
export async function isFresh(primary: pg.ClientBase, standby: pg.ClientBase): Promise<boolean> {
  const before = await read(standby, REPLAYED);
  const committed = await read(primary, COMMITTED);
  if (before.system !== committed.system || before.at > committed.at) return false;
  if ((await read(standby, REPLAYED)).at >= committed.at) return true;
  await pause(CATCH_UP_MS);
  return (await read(standby, REPLAYED)).at >= committed.at;
}

export async function closeReplica(): Promise<void> {
  const made = holder[slot];
  delete holder[slot];
  await made?.pool.end();
}
