import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { env } from '../env';
import { logger } from '../logger';
import * as schema from './schema/index';

/**
 * The one connection pool of the process. It hangs on `globalThis` because the server bundle and Next's bundle are
 * two module graphs in one process. The pool itself is not exported: `transaction.ts` is the only way to a table.
 */
export type Database = NodePgDatabase<typeof schema>;

const slot = Symbol.for('clinical.pool');
const holder = globalThis as unknown as { [slot]?: pg.Pool };

/** How many pools this process has made; a test holds it at one. */
const countSlot = Symbol.for('clinical.pool.count');
const counter = globalThis as unknown as { [countSlot]?: number };
export const poolsMade = (): number => counter[countSlot] ?? 0;

export function pool(): pg.Pool {
  if (!holder[slot]) {
    if (!env.DATABASE_URL) throw new Error('The database address is not known yet.');
    const made = new pg.Pool({
      connectionString: env.DATABASE_URL,
      max: env.DATABASE_POOL,
      // Statements are sent without waiting for the answer to the one before; `transaction.ts` saves round trips by it.
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 20_000,
      idle_in_transaction_session_timeout: 30_000,
      application_name: 'clinical',
    });
    // A connection that dies between two queries emits `error`; without a listener it would end the process.
    made.on('connect', (client) =>
      client.on('error', (error) =>
        logger.warn({ code: (error as { code?: string }).code }, 'database connection lost'),
      ),
    );
    made.on('error', () => undefined);
    holder[slot] = made;
    counter[countSlot] = poolsMade() + 1;
  }
  return holder[slot];
}

export async function closePool(): Promise<void> {
  const made = holder[slot];
  delete holder[slot];
  await made?.end();
}

export function poolFigures(): { total: number; idle: number; waiting: number } {
  const made = holder[slot];
  return { total: made?.totalCount ?? 0, idle: made?.idleCount ?? 0, waiting: made?.waitingCount ?? 0 };
}

const databases = new WeakMap<pg.PoolClient, Database>();

export function databaseOf(client: pg.PoolClient): Database {
  let database = databases.get(client);
  if (!database) databases.set(client, (database = drizzle(client, { schema })));
  return database;
}
