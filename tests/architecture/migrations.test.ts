import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { currentMigrations, readRelease, releaseFiles } from '../support/release-database';
import { nightly } from '../support/test-size';
import { readJson, root } from './source-files';

/** The Drizzle schema and the SQL generated from it agree. */

describe('migrations', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinical-migrations-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // In the suite `database-catalog.test.ts` compares the database with the schema.
  it('cover the schema: another one would be empty', { ...nightly, timeout: 60_000 }, () => {
    const out = path.join(folder, 'out');
    const config = path.join(folder, 'drizzle.config.json');
    cpSync(path.join(root, 'server/db/migrations'), out, { recursive: true });
    const settings = {
      dialect: 'postgresql',
      schema: './server/db/schema/index.ts',
      out: path.relative(root, out),
      entities: { roles: false },
    };
    writeFileSync(config, JSON.stringify(settings));
    const before = readdirSync(out);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', path.relative(root, config)],
      { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
    );
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
    const added = readdirSync(out).filter((name) => !before.includes(name));
    expect(added.map((name) => readFileSync(path.join(out, name), 'utf8'))).toEqual([]);
    expect(stdout).toContain('No schema changes');
  });

  it('are in the journal in order, each with its file', () => {
    const { entries } = readJson<{ entries: { tag: string; when: number }[] }>(
      'server/db/migrations/meta/_journal.json',
    );
    const files = readdirSync(path.join(root, 'server/db/migrations')).filter((name) =>
      name.endsWith('.sql'),
    );
    expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
    // A migration older than the newest applied one would never be applied.
    expect(entries.map(({ when }) => when)).toEqual(entries.map(({ when }) => when).sort((a, b) => a - b));
  });

  it('of each release are unchanged, and its database is kept', async () => {
    const files = await releaseFiles();
    const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
    const versions = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version);
    expect(files.map((file) => path.basename(file))).toEqual(
      versions.map((version) => `${version}.json.gz`).sort(),
    );
    const migrations = await currentMigrations();
    for (const file of files) {
      const release = await readRelease(file);
      expect(migrations.slice(0, release.migrations.length), file).toEqual(release.migrations);
    }
  });
});
