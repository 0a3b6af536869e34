import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { logger } from '../logger';
import { errorCode } from '../safe-error';
import { LOCK_IDS, LOCK_SESSION } from './locks';
import { currentServer, findPrimary } from './primary';
import { StartError } from '../errors/start-error';

/** Applies SQL migrations at startup, under an advisory lock so that replicas that start together apply them once. */

const FOLDER = path.resolve('server/db/migrations');

/**
 * A migration blocked by a table lock blocks every request queued behind it, so it gives up soon and retries. The
 * pauses add up to about ten minutes: longer than most reports, shorter than most backups.
 */
const LOCK_TIMEOUT_MS = 2_000;
const PAUSES_MS = [1, 2, 4, 8, 16, ...Array<number>(18).fill(30)].map((seconds) => seconds * 1_000);
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  folder?: string;
  lockTimeoutMs?: number;
  pausesMs?: readonly number[];
}

async function connect(url: string, setting: string): Promise<pg.Client> {
  await findPrimary(url);
  const client = new pg.Client({ connectionString: currentServer(url), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database of ${setting} cannot be reached: ${(error as Error).message}.`);
  }
  return client;
}

/**
 * Applies pending migrations as the owner of the tables.
 * @throws StartError if the schema belongs to another program version, or its tables stay locked
 */
export async function migrate(migrationUrl: string, options: MigrateOptions = {}): Promise<void> {
  const { pausesMs = PAUSES_MS } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      return await migrateOnce(migrationUrl, options);
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      const pause = pausesMs[attempt];
      if (pause === undefined)
        throw new StartError(
          'The migrations cannot lock their tables, because other sessions use them. End those sessions (see pg_stat_activity) and start again.',
        );
      logger.warn(
        { attempt: attempt + 1, attempts: pausesMs.length + 1, pause_ms: pause, code: LOCK_NOT_AVAILABLE },
        'migrations: a lock is not available, retrying',
      );
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function migrateOnce(
  migrationUrl: string,
  { folder = FOLDER, lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions,
): Promise<void> {
  const client = await connect(migrationUrl, 'MIGRATION_DATABASE_URL');
  try {
    // Also applies to the advisory lock. If this process is killed, its Postgres session ends when the wait does.
    await client.query("SELECT set_config('lock_timeout', $1, false)", [`${lockTimeoutMs}ms`]);
    await client.query('SET idle_in_transaction_session_timeout = 60000');
    await client.query(LOCK_SESSION, [LOCK_IDS.migrations]);
    await assertKnown(client, folder);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** @returns the applied migrations, oldest first; empty if they cannot be read */
async function appliedMigrations(client: pg.Client): Promise<{ at: number; hash: string }[]> {
  try {
    const { rows } = await client.query<{ at: string; hash: string }>(
      'SELECT created_at::text AS at, hash FROM drizzle.__drizzle_migrations ORDER BY created_at',
    );
    return rows.map(({ at, hash }) => ({ at: Number(at), hash }));
  } catch (error) {
    const state = errorCode(error);
    // Undefined schema or table, or insufficient privilege.
    if (state === '3F000' || state === '42P01' || state === '42501') return [];
    throw error;
  }
}

/**
 * Stops an older program from starting on a newer schema, where its rows would be unexpected.
 * @returns the number of pending migrations
 * @throws StartError with a one-sentence message
 */
async function assertKnown(client: pg.Client, folder: string): Promise<number> {
  const known = new Map(
    readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, hash }) => [folderMillis, hash]),
  );
  const applied = await appliedMigrations(client);
  const [oldest, newest] = [Math.min(...known.keys()), Math.max(...known.keys())];
  if (applied.some(({ at }) => at < oldest))
    throw new StartError(
      'The database was created by a development version before 0.1 and cannot be upgraded: start with an empty database, or set DATA_DIR to a new folder.',
    );
  if (applied.some(({ at }) => at > newest))
    throw new StartError(
      'The database has migrations of a newer version of this program: start that version, or restore a backup from before its migrations.',
    );
  if (applied.some(({ at, hash }) => known.get(at) !== hash))
    throw new StartError(
      'The database has migrations that this program does not contain: start the version that applied them.',
    );
  return known.size - applied.length;
}

/**
 * Checks that the schema matches this program and that the app role cannot bypass row-level security.
 * @throws StartError with a one-sentence message
 */
export async function assertServable(appUrl: string, folder = FOLDER): Promise<void> {
  const client = await connect(appUrl, 'DATABASE_URL');
  try {
    if ((await assertKnown(client, folder)) > 0)
      throw new StartError(
        'The database has pending migrations: start the service with MIGRATION_DATABASE_URL, which connects as the owner of the tables.',
      );
    const { rows } = await client.query<{
      rolsuper: boolean;
      rolbypassrls: boolean;
      owned: string;
      app: boolean;
      worker: boolean;
      eraser: boolean;
    }>(
      `SELECT r.rolsuper, r.rolbypassrls,
              (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND pg_has_role(c.relowner, 'USAGE')) AS owned,
              current_user = 'clinical_app' AS app, pg_has_role('clinical_worker', 'MEMBER') AS worker,
              pg_has_role('clinical_eraser', 'MEMBER') AS eraser
       FROM pg_roles r WHERE r.rolname = current_user`,
    );
    const role = rows[0];
    if (!role || role.rolsuper || role.rolbypassrls || Number(role.owned) > 0) {
      throw new StartError(
        'DATABASE_URL must not use a superuser, a role that bypasses row-level security, or the owner of the tables: use clinical_app.',
      );
    }
    if (!role.app || !role.worker || !role.eraser)
      throw new StartError(
        'DATABASE_URL must sign in as clinical_app, and clinical_app must be a member of clinical_worker and clinical_eraser.',
      );
  } finally {
    await client.end();
  }
}
