import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '../start/start-error';

/** SQL migrations at start, under an advisory lock so that replicas that start together apply them once. */

const FOLDER = path.resolve('server/db/migrations');
const LOCK = 7_240_261;

async function connect(url: string, setting: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database of ${setting} cannot be reached: ${(error as Error).message}.`);
  }
  return client;
}

/** Applies what is pending as the owner of the tables. */
export async function migrate(migrationUrl: string): Promise<void> {
  const client = await connect(migrationUrl, 'MIGRATION_DATABASE_URL');
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.end();
  }
}

/**
 * Refuses to serve with an older schema, or through a role that could step over row-level security.
 * @throws StartError with one sentence
 */
export async function assertServable(appUrl: string): Promise<void> {
  const client = await connect(appUrl, 'DATABASE_URL');
  try {
    const journal = JSON.parse(await readFile(path.join(FOLDER, 'meta/_journal.json'), 'utf8')) as {
      entries: { when: number }[];
    };
    const wanted = journal.entries.at(-1)?.when ?? 0;
    const applied = await client
      .query<{ at: string | null }>('SELECT max(created_at)::text AS at FROM drizzle.__drizzle_migrations')
      .then(({ rows }) => Number(rows[0]?.at ?? 0))
      .catch(() => 0);
    if (applied < wanted)
      throw new StartError(
        'The database has pending migrations: set MIGRATION_DATABASE_URL to a role that owns the tables.',
      );
    const { rows } = await client.query<{
      rolsuper: boolean;
      rolbypassrls: boolean;
      owned: string;
      app: boolean;
      worker: boolean;
    }>(
      `SELECT r.rolsuper, r.rolbypassrls,
              (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r' AND pg_has_role(c.relowner, 'USAGE')) AS owned,
              current_user = 'clinical_app' AS app, pg_has_role('clinical_worker', 'MEMBER') AS worker
       FROM pg_roles r WHERE r.rolname = current_user`,
    );
    const role = rows[0];
    if (!role || role.rolsuper || role.rolbypassrls || Number(role.owned) > 0) {
      throw new StartError(
        'DATABASE_URL must not use a superuser, a role that bypasses row-level security, or the owner of the tables: use clinical_app.',
      );
    }
    if (!role.app || !role.worker)
      throw new StartError(
        'DATABASE_URL must sign in as clinical_app, and clinical_app must be a member of clinical_worker.',
      );
  } finally {
    await client.end();
  }
}
