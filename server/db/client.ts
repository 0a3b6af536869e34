import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { env } from '../env';
import { logger } from '../logger';
import { Pulse, silence, socketOf } from './pulse';
import { RequestQueue } from './request-queue';
import * as schema from './schema/index';
import { currentShare } from './shares';

/**
 * The connections of the process, in two shares of `DATABASE_POOL`: requests have one, clinical clocks, intake and the
 * seals of the audit the other, so that no number of requests can delay an escalation. They hang on `globalThis` because
 * the server bundle and Next's bundle are two module graphs in one process. The pools themselves are not exported:
 * `transaction.ts` is the only way to a table.
 */
export type Database = NodePgDatabase<typeof schema>;

const slot = Symbol.for('clinical.pool');
const holder = globalThis as unknown as { [slot]?: Held };

interface Held {
  requests: pg.Pool;
  /** The same pool in a process without pages and API. */
  reserved: pg.Pool;
  queue: RequestQueue;
  pulse: Pulse;
  /** When the database was last found to be away, or had no connection left (`performance.now()`). */
  awayAt: number;
}

/** How many times this process has opened its connections; a test holds it at one. */
const countSlot = Symbol.for('clinical.pool.count');
const counter = globalThis as unknown as { [countSlot]?: number };
const poolsMade = (): number => counter[countSlot] ?? 0;

function held(): Held {
  return (holder[slot] ??= open());
}

/** What each connection of the service asks Postgres for. */
export const connectionOptions = () => {
  if (!env.DATABASE_URL) throw new Error('The database address is not known yet.');
  return {
    connectionString: env.DATABASE_URL,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
  };
};

/** A third of the connections, at least one each. */
export function shares(): { requests: number; reserved: number } {
  if (!env.CLINICAL_ROLES.includes('web')) return { requests: 0, reserved: env.DATABASE_POOL };
  const reserved = Math.max(1, Math.floor(env.DATABASE_POOL / 3));
  return { requests: env.DATABASE_POOL - reserved, reserved };
}

function open(): Held {
  const { connectionString } = connectionOptions();
  const connections = new Set<pg.PoolClient>();
  const openPool = (max: number) => {
    const pool = new pg.Pool({
      ...connectionOptions(),
      max,
      // Statements are sent without waiting for the answer to the one before; `transaction.ts` saves round trips by it.
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      application_name: 'clinical',
    });
    pool.on('connect', (client) => {
      connections.add(client);
      socketOf(client).on('data', () => pulse.heard());
      // A connection that dies between two queries emits `error`; without a listener it would end the process.
      client.on('error', (error) => {
        made.awayAt = performance.now();
        logger.warn({ code: (error as { code?: string }).code }, 'database connection lost');
      });
    });
    pool.on('remove', (client) => connections.delete(client as pg.PoolClient));
    pool.on('error', () => undefined);
    return pool;
  };
  const sizes = shares();
  const reserved = openPool(sizes.reserved);
  const requests = sizes.requests > 0 ? openPool(sizes.requests) : reserved;
  const isBusy = (pool: pg.Pool) => pool.totalCount > pool.idleCount || pool.waitingCount > 0;
  const pulse = new Pulse({
    connectionString,
    isBusy: () => isBusy(requests) || isBusy(reserved),
    onSilence: () => {
      logger.error({ connections: connections.size }, 'the database does not answer: refusing until it does');
      for (const client of connections) socketOf(client).destroy(silence());
    },
    onReturn: () => logger.warn('the database answers again'),
  });
  const made: Held = { requests, reserved, queue: new RequestQueue(requests), pulse, awayAt: -Infinity };
  counter[countSlot] = poolsMade() + 1;
  return made;
}

/** A connection, which the caller gives back. Refused at once while the database does not answer. */
export async function connection(): Promise<pg.PoolClient> {
  const to = held();
  const share = currentShare();
  try {
    return await to.pulse.unlessSilent(
      () =>
        share === 'request'
          ? to.queue.connect()
          : (share === 'reserved' ? to.reserved : to.requests).connect(),
      (late) => late.release(),
    );
  } catch (error) {
    to.awayAt = performance.now();
    throw error;
  }
}

/** Whether the database was found to be away since that moment (`performance.now()`). */
export const wasAwaySince = (moment: number): boolean => (holder[slot]?.awayAt ?? -Infinity) >= moment;

export async function closePool(): Promise<void> {
  const made = holder[slot];
  delete holder[slot];
  const pools = made ? new Set([made.requests, made.reserved]) : [];
  await Promise.all([...[...pools].map((pool) => pool.end()), made?.pulse.stop()]);
}

export interface PoolFigures {
  total: number;
  idle: number;
  waiting: number;
}

/** Of both shares together, and of the reserved one. */
export function poolFigures(): PoolFigures & { reserved: PoolFigures; refused: number } {
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
    waiting: sum('waiting'),
    reserved,
    refused: made?.queue.refused ?? 0,
  };
}

const databases = new WeakMap<pg.PoolClient, Database>();

export function databaseOf(client: pg.PoolClient): Database {
  let database = databases.get(client);
  if (!database) databases.set(client, (database = drizzle(client, { schema })));
  return database;
}
