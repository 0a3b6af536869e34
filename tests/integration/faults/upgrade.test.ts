import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/db/migrate';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { showId } from '../../../server/shared/ids';
import {
  loadRelease,
  makeRelease,
  readRelease,
  releaseFiles,
  rowsOf,
  type ReleaseDatabase,
} from '../../support/release-database';
import { startService } from '../../support/service';
import { nightly } from '../../support/test-size';
import { launch } from './processes';

/** The database of each released version, and of this one, starts with this version and has lost nothing. */

const opened: { folder: string; postgres: EmbeddedPostgres }[] = [];
afterAll(async () => {
  for (const { folder, postgres } of opened) {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function emptyDatabase(): Promise<{ folder: string; postgres: EmbeddedPostgres }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-faults-'));
  // When the tests run as root, Postgres uses this folder as another user.
  await chmod(folder, 0o711);
  const database = {
    folder,
    postgres: await startEmbeddedPostgres({ dataDir: folder, log: () => undefined }),
  };
  opened.push(database);
  return database;
}

/** Of the service on a database of another cluster. */
const settingsOf = (release: ReleaseDatabase, postgres: EmbeddedPostgres, folder: string) => ({
  DATABASE_URL: postgres.appUrl,
  MIGRATION_DATABASE_URL: postgres.migrationUrl,
  ENCRYPTION_KEYS: release.encryption_keys,
  DATA_DIR: path.join(folder, 'data'),
});

async function expectUpgrade(release: ReleaseDatabase): Promise<void> {
  const { folder, postgres } = await emptyDatabase();
  const settings = settingsOf(release, postgres, folder);
  await loadRelease(release, postgres, settings.DATA_DIR);
  await migrate(postgres.migrationUrl);
  const tables = await rowsOf(postgres.adminUrl);
  for (const [name, rows] of Object.entries(release.tables))
    expect(tables[name]?.length, name).toBe(rows.length);

  const service = await startService({ ...settings, DEMO_DATA: 'none' });
  try {
    const get = async (address: string) => {
      const response = await fetch(service.url + address, {
        headers: { Authorization: `Bearer ${release.api_key}` },
      });
      expect(response.status, address).toBe(200);
      return response;
    };
    const stored = (table: string) => release.tables[table] as { id: string; deleted_at?: string | null }[];
    const list = async (address: string) =>
      ((await (await get(`${address}?limit=100`)).json()) as { data: { id: string }[] }).data;
    const patients = await list('/v1/patients');
    expect(patients).toHaveLength(stored('patients').filter((row) => !row.deleted_at).length);
    for (const { id } of patients) await get(`/v1/patients/${id}`);
    for (const { id } of stored('lab_results')) await get(`/v1/labs/results/${showId('lab_result', id)}`);
    for (const { id } of await list('/v1/labs/orders')) await get(`/v1/labs/orders/${id}`);
    const documents = await list('/v1/documents');
    expect(documents.length).toBeGreaterThan(0);
    for (const { id } of documents)
      expect((await (await get(`/v1/documents/${id}/content`)).arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect((await list('/v1/webhooks')).length).toBeGreaterThan(0);
  } finally {
    await service.stop();
  }
  const verify = launch(['dist/admin.mjs', 'audit', 'verify', '--org', 'all'], settings);
  const code = await verify.ended;
  expect(verify.stdout() + verify.stderr()).toContain('The audit log matches its seals.');
  expect(code).toBe(0);
}

describe('upgrade', nightly, () => {
  // Like `npm run audit:upgrade` without a release.
  it('of a database of this version', async () => {
    await expectUpgrade(await makeRelease('this'));
  });

  it('of each release', async () => {
    for (const file of await releaseFiles()) await expectUpgrade(await readRelease(file));
  });
});
