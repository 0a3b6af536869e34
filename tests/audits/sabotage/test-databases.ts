import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../support/postgres';
import { freeTestPort, type TestDatabase } from '../../support/test-databases';

/**
 * One PostgreSQL for all runs, with separate databases and folders per run, so that leftovers of tests without a
 * defense cannot affect later runs.
 */
export interface TestDatabases {
  fresh(count: number): Promise<TestDatabase[]>;
  close(): Promise<void>;
}

const inDatabase = (url: string, pathname: string): string => Object.assign(new URL(url), { pathname }).href;

export async function openTestDatabases(folder: string): Promise<TestDatabases> {
  const { testDatabase, stop } = await startPostgres(path.join(folder, 'postgres'));
  const admin = new pg.Client({ connectionString: inDatabase(testDatabase.TEST_ADMIN_URL, '/postgres') });
  await admin.connect();
  const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;
  let made: { name: string; dataDir: string }[] = [];
  let count = 0;

  async function drop(): Promise<void> {
    for (const { name, dataDir } of made) {
      // Ends remaining sessions of a run that was killed.
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await rm(dataDir, { recursive: true, force: true });
    }
    made = [];
  }

  async function make(): Promise<TestDatabase> {
    const name = `run_${++count}`;
    const dataDir = path.join(folder, name);
    made.push({ name, dataDir });
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await admin.query(`CREATE DATABASE ${name} TEMPLATE clinical OWNER clinical_owner`);
    await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await admin.query(`GRANT CONNECT ON DATABASE ${name} TO clinical_app`);
    return {
      DATA_DIR: dataDir,
      DATABASE_URL: inDatabase(testDatabase.DATABASE_URL, `/${name}`),
      MIGRATION_DATABASE_URL: inDatabase(testDatabase.MIGRATION_DATABASE_URL, `/${name}`),
      TEST_ADMIN_URL: inDatabase(testDatabase.TEST_ADMIN_URL, `/${name}`),
      ENCRYPTION_KEYS: encryptionKeys,
      TEST_PORT: await freeTestPort(),
    };
  }

  return {
    async fresh(wanted) {
      await drop();
      // A killed test may have left it locked (tests/integration/domain/webhooks-queue.test.ts).
      await admin.query('ALTER ROLE clinical_app LOGIN');
      const testDatabases: TestDatabase[] = [];
      for (let nth = 0; nth < wanted; nth++) testDatabases.push(await make());
      return testDatabases;
    },
    async close() {
      await admin.end();
      await stop();
    },
  };
}
