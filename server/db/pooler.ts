import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { StartError } from '../errors/start-error';
import { errorCode } from '../safe-error';
import { connectionOptions } from './client';
import { currentServer } from './primary';

/**
 * A transaction pooler such as PgBouncer gives each transaction another connection to Postgres. The service works with
 * one, except for migrations, which hold a lock for their whole session. These checks name the setting to change,
 * instead of errors of single requests later.
 */

const NAMED_STATEMENTS = new Set(['42P05', '26000']);
const PROTOCOL = '08P01';
const ATTEMPTS = 3;

/** @throws StartError if `DATABASE_URL` names a pooler with other settings than the service needs */
export async function assertPoolable(url: string): Promise<void> {
  const config = { ...connectionOptions(), connectionString: currentServer(url) };
  await withTwo('DATABASE_URL', config, async (one, two) => {
    const { rows } = await one.query<{ name: string }>(
      `SELECT name FROM pg_settings WHERE setting = '0'
       AND name IN ('statement_timeout', 'idle_in_transaction_session_timeout')`,
    );
    if (rows.length > 0)
      throw new StartError(
        `The pooler of DATABASE_URL ignores ${rows[0]!.name}: ALTER ROLE clinical_app SET statement_timeout = '20s'; ALTER ROLE clinical_app SET idle_in_transaction_session_timeout = '30s'; then reconnect the pooler.`,
      );
    if (!(await shareConnections(one, two))) return;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const statement = { name: `pooler_${attempt}`, text: 'SELECT 1' };
      await one.query(statement);
      await two.query(statement);
    }
  }).catch((error: unknown) => {
    if (NAMED_STATEMENTS.has(errorCode(error) ?? ''))
      throw new StartError(
        'The pooler of DATABASE_URL does not support prepared statements: use PgBouncer 1.21 or later with max_prepared_statements above 0, or pool_mode = session.',
      );
    if (errorCode(error) === PROTOCOL)
      throw new StartError(
        'The pooler of DATABASE_URL rejects startup parameters: set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout in pgbouncer.ini.',
      );
    throw error;
  });
}

/** @throws StartError if two sessions share one connection: a lock would not protect a migration */
export async function assertDirect(url: string): Promise<void> {
  const config = { connectionString: currentServer(url) };
  const isShared = await withTwo('MIGRATION_DATABASE_URL', config, shareConnections);
  if (isShared)
    throw new StartError(
      'MIGRATION_DATABASE_URL must not use a transaction pooler: name PostgreSQL itself, or a pool with pool_mode = session.',
    );
}

async function withTwo<T>(
  setting: string,
  config: pg.ClientConfig,
  work: (one: pg.Client, two: pg.Client) => Promise<T>,
): Promise<T> {
  const clients = [1, 2].map(() => new pg.Client({ ...config, connectionTimeoutMillis: 5_000 }));
  for (const client of clients) client.on('error', () => undefined);
  try {
    for (const client of clients)
      await client.connect().catch((error: unknown) => {
        if (errorCode(error) === PROTOCOL) throw error;
        throw new StartError(`The database of ${setting} cannot be reached: ${(error as Error).message}.`);
      });
    return await work(clients[0]!, clients[1]!);
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

/** Whether a value set in one session is visible in another. Other traffic may take the connection in between. */
async function shareConnections(one: pg.Client, two: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const value = randomUUID();
    await one.query("SELECT set_config('clinical.pooler', $1, false)", [value]);
    const { rows } = await two.query<{ value: string | null }>(
      "SELECT current_setting('clinical.pooler', true) AS value",
    );
    if (rows[0]?.value === value) return true;
  }
  return false;
}
