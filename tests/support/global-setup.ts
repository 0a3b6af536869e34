import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/db/migrate';
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres';
import { DATABASE_WORKERS, STAGES, type Stage } from './stages';

/**
 * One real Postgres for each worker of the run, in a folder of its own; each test makes organisations of its own in it.
 * Not one for all: some tests count what no organisation owns, end every connection or sweep what is old.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const started = await Promise.all(Array.from({ length: DATABASE_WORKERS }, start));
  const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;
  const stages: Stage[] = started.map(({ stage }) => ({ ...stage, ENCRYPTION_KEYS: encryptionKeys }));
  process.env[STAGES] = JSON.stringify(stages);
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
  };
}

async function start() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.migrationUrl);
  await commitWithoutWaiting(postgres.adminUrl);
  return {
    stage: {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.appUrl,
      MIGRATION_DATABASE_URL: postgres.migrationUrl,
      TEST_ADMIN_URL: postgres.adminUrl,
    },
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Nothing here outlives the run, so no commit waits for the disk; what a crash leaves is judged by the fault tests. */
async function commitWithoutWaiting(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('ALTER SYSTEM SET synchronous_commit = off');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
