import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '../../server/db/migrate';
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres';

/** One real Postgres for the whole run, in a folder of its own; each test makes organisations of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.migrationUrl);
  Object.assign(process.env, {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.migrationUrl,
    TEST_ADMIN_URL: postgres.adminUrl,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
  });
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
