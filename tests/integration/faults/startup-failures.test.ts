import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/server';
import { nightly } from '../../support/test-size';
import { failedStart, launch } from './processes';

/** A start that cannot succeed: one sentence on standard error that a person can act on, exit code 1, no stack. */

const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-rejected-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('startup fails', () => {
  it('when DATA_DIR is a file', nightly, async () => {
    const file = path.join(home, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, path.join(file, 'below')]) {
      const { code, stderr } = await failedStart({ DATA_DIR: dataDir, PORT: String(await freePort()) });
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^DATA_DIR cannot be written: .+ \(E\w+\)\.\n$/),
      ]);
      expect(stderr).toContain(dataDir);
    }
  });

  it('when no server responds at DATABASE_URL', nightly, () => needs('DATABASE_URL'));
  it('when no server responds at MIGRATION_DATABASE_URL', nightly, () => needs('MIGRATION_DATABASE_URL'));

  async function needs(name: string): Promise<void> {
    const address = `postgres://clinical_app:canary-secret@127.0.0.1:${await freePort()}/clinical`;
    const { code, stdout, stderr } = await failedStart({
      DATABASE_URL: address,
      [name]: address,
      ENCRYPTION_KEYS: KEYS,
      DATA_DIR: path.join(home, 'other'),
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^The database of ${name} cannot be reached: .*\\.\\n$`));
    expect(stdout + stderr).not.toContain('canary-secret');
  }

  it('when settings are invalid, naming all of them without their values', async () => {
    const { code, stdout, stderr } = await failedStart({
      PORT: 'canary',
      PUBLIC_URL: 'http://canary.example.org',
      LOG_LEVEL: 'canary',
      ENCRYPTION_KEYS: 'canary',
      METRICS_TOKEN: 'canary',
      WEBHOOK_ALLOW_HTTP: 'canary',
      DATA_DIR: path.join(home, 'never'),
    });
    expect([code, stdout]).toEqual([1, '']);
    const [first, ...problems] = stderr.trimEnd().split('\n');
    expect(first).toBe('The settings are not valid:');
    expect(problems.map((line) => /^ {2}- (\w+) must \S/.exec(line)?.[1]).sort()).toEqual([
      'ENCRYPTION_KEYS',
      'LOG_LEVEL',
      'METRICS_TOKEN',
      'PORT',
      'WEBHOOK_ALLOW_HTTP',
    ]);
    expect(stderr).not.toMatch(/canary/);
  });

  it.each(['18.20.4', '20.18.3', '19.9.0'])(
    'on Node %s, before other modules are loaded',
    async (version) => {
      // Makes Node report an older version to the script.
      const shim = path.join(home, `node-${version}.cjs`);
      await writeFile(
        shim,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
      );
      const { ended, stderr, stdout } = launch(['--require', shim, 'scripts/start.mjs'], {
        DATA_DIR: path.join(home, 'never'),
      });
      expect(await ended).toBe(1);
      expect([stdout(), stderr()]).toEqual([
        '',
        `This needs Node 20.19 or newer; this is Node ${version}.\n`,
      ]);
    },
  );
});
