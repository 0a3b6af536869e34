import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { env } from '../env';
import { logger } from '../logger';
import { Pulse, silence, socketOf } from './pulse';
import * as schema from './schema/index';

/**
 * The one connection pool of the process. It hangs on `globalThis` because the server bundle and Next's bundle are
 * two module graphs in one process. The pool itself is not exported: `transaction.ts` is the only way to a table.
 */
export type Database = NodePgDatabase<typeof schema>;

const slot = Symbol.for('clinical.pool');
const holder = globalThis as unknown as { [slot]?: Held };

interface Held {
  pool: pg.Pool;
  pulse: Pulse;
  /** When the database was last found to be away (`performance.now()`). */
  awayAt: number;
}

/** How many pools this process has made; a test holds it at one. */
const countSlot = Symbol.for('clinical.pool.count');
const counter = globalThis as unknown as { [countSlot]?: number };
export const poolsMade = (): number => counter[countSlot] ?? 0;

function held(): Held {
  return (holder[slot] ??= open());
}

function open(): Held {
  if (!env.DATABASE_URL) throw new Error('The database address is not known yet.');
  const connectionString = env.DATABASE_URL;
  const pool = new pg.Pool({
    connectionString,
    max: env.DATABASE_POOL,
    // Statements are sent without waiting for the answer to the one before; `transaction.ts` saves round trips by it.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'clinical',
  });
  const connections = new Set<pg.PoolClient>();
  const pulse = new Pulse({
    connectionString,
    isBusy: () => pool.totalCount > pool.idleCount || pool.waitingCount > 0,
    onSilence: () => {
      logger.error({ connections: connections.size }, 'the database does not answer: refusing until it does');
      for (const client of connections) socketOf(client).destroy(silence());
    },
    onReturn: () => logger.warn('the database answers again'),
  });
  const made: Held = { pool, pulse, awayAt: -Infinity };
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
  counter[countSlot] = poolsMade() + 1;
  return made;
}

/** A connection of the pool, which the caller gives back. Refused at once while the database does not answer. */
export async function connection(): Promise<pg.PoolClient> {
  const to = held();
  try {
    return await to.pulse.unlessSilent(
      () => to.pool.connect(),
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
  await Promise.all([made?.pool.end(), made?.pulse.stop()]);
}

export function poolFigures(): { total: number; idle: number; waiting: number } {
  const made = holder[slot]?.pool;
  return { total: made?.totalCount ?? 0, idle: made?.idleCount ?? 0, waiting: made?.waitingCount ?? 0 };
}

const databases = new WeakMap<pg.PoolClient, Database>();

export function databaseOf(client: pg.PoolClient): Database {
  let database = databases.get(client);
  if (!database) databases.set(client, (database = drizzle(client, { schema })));
  return database;
}
