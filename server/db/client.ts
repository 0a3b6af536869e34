import type { Socket } from 'node:net';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { count } from '../counts';
import { env } from '../env';
import { logger } from '../logger';
import { codeAndReason } from '../safe-error';
import { DatabaseHealthCheck, silence } from './health-check';
import { assertWritable, currentServer, findPrimary, hasSeveralServers } from './primary';
import { closeReplica } from './replica';
import { RequestQueue } from './request-queue';
import * as schema from './schema/index';
import { currentShare } from './connection-share';
import { SocketClient } from './socket-client';

/**
 * The process's database connections: `DATABASE_POOL` split into one pool for requests and one reserved for clinical
 * timers, intake and audit sealing, so that request load cannot delay an escalation. Kept on `globalThis` because the
 * server bundle and Next's bundle are two module graphs in one process. The pools are not exported: `transaction.ts` is
 * the only way to run a query.
 */
export type Database = NodePgDatabase<typeof schema>;

const slot = Symbol.for('clinical.pool');
const holder = globalThis as unknown as { [slot]?: Pools };

interface Pools {
  requests: pg.Pool;
  /** The same pool as `requests` in a process that serves no pages or API. */
  reserved: pg.Pool;
  queue: RequestQueue;
  health: DatabaseHealthCheck;
  /** When the database was last found unreachable or out of connections (`performance.now()`). */
  awayAt: number;
}

/** Counts how often this process has opened its pools; a test asserts one. */
const countSlot = Symbol.for('clinical.pool.count');
const counter = globalThis as unknown as { [countSlot]?: number };
const poolsMade = (): number => counter[countSlot] ?? 0;

function openPools(): Pools {
  return (holder[slot] ??= open());
}

export const connectionOptions = () => {
  if (!env.DATABASE_URL) throw new Error('The database address is not known yet.');
  return {
    connectionString: currentServer(env.DATABASE_URL),
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
  };
};

/** Connects to the server that accepts writes at that moment. */
class PrimaryClient extends SocketClient {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, ...connectionOptions() });
  }
}

const assertOnPrimary = async (client: pg.ClientBase): Promise<void> => {
  if (hasSeveralServers(env.DATABASE_URL!)) await assertWritable(client);
};

/** After a lost, rejected or read-only connection. Requests fail until another server is found. */
export function lookElsewhere(): void {
  if (env.DATABASE_URL) void findPrimary(env.DATABASE_URL);
}

/** Reserves a third of the connections; each pool gets at least one. */
export function shares(): { requests: number; reserved: number } {
  if (!env.CLINICAL_ROLES.includes('web')) return { requests: 0, reserved: env.DATABASE_POOL };
  const reserved = Math.max(1, Math.floor(env.DATABASE_POOL / 3));
  return { requests: env.DATABASE_POOL - reserved, reserved };
}

function open(): Pools {
  const sockets = new Set<Socket>();
  let receivedByClosed = 0;
  const openPool = (max: number) => {
    const pool = new pg.Pool({
      Client: PrimaryClient,
      max,
      // Send statements without waiting for the previous result; `transaction.ts` relies on this to save round trips.
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      application_name: 'clinical',
      // The pool awaits it, although its type says `void`.
      // oxlint-disable-next-line typescript/no-misused-promises
      onConnect: assertOnPrimary,
    });
    pool.on('connect', (client) => {
      sockets.add(socketOf(client));
      // A connection that dies between queries emits `error`; without a listener the process would exit.
      client.on('error', (error) => {
        made.awayAt = performance.now();
        lookElsewhere();
        logger.warn(codeAndReason(error), 'database connection lost');
      });
    });
    pool.on('remove', (client) => {
      const socket = socketOf(client);
      if (sockets.delete(socket)) receivedByClosed += socket.bytesRead;
    });
    pool.on('error', () => undefined);
    return pool;
  };
  const sizes = shares();
  const reserved = openPool(sizes.reserved);
  const requests = sizes.requests > 0 ? openPool(sizes.requests) : reserved;
  const isBusy = (pool: pg.Pool) => pool.totalCount > pool.idleCount || pool.waitingCount > 0;
  const health = new DatabaseHealthCheck({
    connectionString: () => connectionOptions().connectionString,
    isBusy: () => isBusy(requests) || isBusy(reserved),
    received: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, receivedByClosed),
    onSilence: () => {
      logger.error(
        { connections: sockets.size },
        'the database does not respond: rejecting requests until it does',
      );
      for (const socket of sockets) socket.destroy(silence());
      lookElsewhere();
    },
    onReturn: () => logger.warn('the database responds again'),
  });
  const made: Pools = { requests, reserved, queue: new RequestQueue(requests), health, awayAt: -Infinity };
  counter[countSlot] = poolsMade() + 1;
  return made;
}

/** The socket of a connection from these pools. */
export const socketOf = (client: pg.ClientBase): Socket => (client as SocketClient).socket;

/**
 * The caller must release the connection. Rejects at once while the database is not responding.
 * @param group of requests that take turns with others
 */
export async function connection(group: string): Promise<pg.PoolClient> {
  const to = openPools();
  const share = currentShare();
  try {
    return await to.health.unlessSilent(
      () =>
        share === 'request'
          ? to.queue.connect(group)
          : (share === 'reserved' ? to.reserved : to.requests).connect(),
      (late) => late.release(),
    );
  } catch (error) {
    to.awayAt = performance.now();
    lookElsewhere();
    // Requests that are rejected because all connections are in use are counted by the queue.
    if ((error as { code?: unknown }).code !== 'NO_CONNECTION')
      count('clinical_db_errors_total', ['connection']);
    throw error;
  }
}

/** Whether a request would be rejected now, because too many wait for a connection; then it counts as rejected. */
export function rejectsNow(group: string): boolean {
  const pools = holder[slot];
  return pools !== undefined && !pools.health.isSilent && pools.queue.rejectsNow(group);
}

/** @param moment from `performance.now()` */
export const wasAwaySince = (moment: number): boolean => (holder[slot]?.awayAt ?? -Infinity) >= moment;

export async function closePool(): Promise<void> {
  const made = holder[slot];
  delete holder[slot];
  const pools = made ? new Set([made.requests, made.reserved]) : [];
  await Promise.all([...[...pools].map((pool) => pool.end()), made?.health.stop(), closeReplica()]);
}

export interface PoolFigures {
  total: number;
  idle: number;
  waiting: number;
}

/** `reserved` is included in the other counts. */
export function poolFigures(): PoolFigures & { reserved: PoolFigures; rejected: number } {
  const made = holder[slot];
  const of = (pool: pg.Pool | undefined): PoolFigures => ({
    total: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    waiting: pool?.waitingCount ?? 0,
  });
  const [requests, reserved] = [of(made?.requests), of(made?.reserved)];
  const isOne = made?.requests === made?.reserved;
  const sum = (key: keyof PoolFigures) => reserved[key] + (isOne ? 0 : requests[key]);
  return {
    total: sum('total'),
    idle: sum('idle'),
    waiting: sum('waiting') + (made?.queue.waiting ?? 0),
    reserved,
    rejected: made?.queue.rejected ?? 0,
  };
}

const databases = new WeakMap<pg.PoolClient, Database>();

export function databaseOf(client: pg.PoolClient): Database {
  let database = databases.get(client);
  if (!database) databases.set(client, (database = drizzle(client, { schema })));
  return database;
}
