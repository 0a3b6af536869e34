import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres';
import { freeTestPort, TEST_DATABASES, type TestDatabase } from './test-databases';

/**
 * Starts one PostgreSQL per worker; each test creates its own organizations in it. Workers do not share one, because
 * some tests count rows without an organization, end all connections or sweep old data. Callers may supply their own
 * instances (tests/audits/sabotage).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env[TEST_DATABASES]) return () => Promise.resolve();
  const started = await Promise.all(Array.from({ length: workers(project) }, start));
  const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;
  const testDatabases: TestDatabase[] = [];
  for (const { testDatabase } of started)
    testDatabases.push({ ...testDatabase, ENCRYPTION_KEYS: encryptionKeys, TEST_PORT: await freeTestPort() });
  process.env[TEST_DATABASES] = JSON.stringify(testDatabases);
  return async () => {
    delete process.env[TEST_DATABASES];
    await Promise.all(started.map(({ stop }) => stop()));
  };
}

/** At most as many as there are files; in watch mode more files may follow later. */
function workers(project: TestProject): number {
  const most = project.config.maxWorkers;
  const { config, projects, state } = project.vitest;
  // All projects with a database share the workers and what the first of them has set up.
  const sharing = projects.filter(({ name }) => /^(database|nightly)/.test(name));
  const files = state.getPaths().filter((file) => sharing.some((one) => one.matchesTestGlob(file)));
  return config.watch ? most : Math.min(most, files.length);
}

async function start() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-test-'));
  const { testDatabase, stop } = await startPostgres(dataDir);
  return {
    testDatabase,
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
