import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/embedded/embedded-postgres';
import { migrate } from '../../server/db/migrate';
import { keepTemplate } from './empty-database';
import type { TestDatabase } from './test-databases';

/** A migrated PostgreSQL in its own folder. */
export async function startPostgres(dataDir: string): Promise<{
  testDatabase: Omit<TestDatabase, 'ENCRYPTION_KEYS' | 'TEST_PORT'>;
  stop: () => Promise<void>;
}> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.migrationUrl);
  await neverWaitForDisk(postgres.adminUrl);
  await keepTemplate(postgres.adminUrl);
  return {
    testDatabase: {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.appUrl,
      MIGRATION_DATABASE_URL: postgres.migrationUrl,
      TEST_ADMIN_URL: postgres.adminUrl,
    },
    stop: () => postgres.stop(),
  };
}

/** Test data need no durability. Fault tests use the product's settings. */
export async function neverWaitForDisk(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  for (const setting of ['synchronous_commit', 'fsync', 'full_page_writes'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
