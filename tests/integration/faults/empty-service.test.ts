import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/server';
import { nightly } from '../../support/test-size';
import { failedStart, launch, until, type Launched } from './processes';

/** The installation of a clinic, from its first start on: each test continues where the previous one ended. */

const OTHER_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
let home: string;
let env: Record<string, string>;
let service: Launched | undefined;

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-faults-'));
  // When the tests run as root, Postgres uses this folder as another user.
  await chmod(home, 0o711);
  env = { DATA_DIR: path.join(home, 'clinic'), PORT: String(await freePort()), DEMO_DATA: 'none' };
});
afterAll(async () => {
  service?.child.kill('SIGTERM');
  await service?.ended;
  await rm(home, { recursive: true, force: true });
});

async function start(settings: Record<string, string>): Promise<Launched> {
  service = launch(['dist/main.mjs'], { ...env, ...settings });
  expect(await until(() => service!.stderr().includes('Portal'), 60_000)).toBe(true);
  return service;
}

async function stop(): Promise<void> {
  service!.child.kill('SIGTERM');
  expect(await service!.ended).toBe(0);
}

async function admin(words: string[], settings: Record<string, string> = {}) {
  const { ended, stdout, stderr } = launch(['dist/admin.mjs', ...words, '--json'], { ...env, ...settings });
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

describe('service without demo data', () => {
  it('is empty, and its first administrator comes by a link', nightly, async () => {
    const launched = await start({});
    expect(launched.stderr()).toContain('There is no organization yet.');
    expect(await admin(['org', 'create', '--name', 'Clinic', '--slug', 'clinic'])).toMatchObject({ code: 0 });
    const person = ['--email', 'first@example.org', '--name', 'First', '--role', 'admin'];
    const invited = await admin(['user', 'invite', '--org', 'clinic', ...person]);
    const { link } = JSON.parse(invited.stdout) as { link: string };
    const page = await fetch(link);
    expect([page.status, (await page.text()).includes('Clinic')]).toEqual([200, true]);
    await stop();
    // Next prints its progress while it prepares the pages; none of it is on standard output.
    const lines = launched.stdout().trim().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => !isJson(line))).toEqual([]);
  });

  it('gets none at a start with the defaults', nightly, async () => {
    const launched = await start({ DEMO_DATA: 'small' });
    expect(launched.stderr()).not.toContain('Demo sign-ins');
    expect(existsSync(path.join(env.DATA_DIR!, 'demo.json'))).toBe(false);
  });

  it('is not replaced by an empty database, if a command has another DATA_DIR', async () => {
    const folder = path.join(home, 'elsewhere');
    expect(await admin(['storage', 'verify'], { DATA_DIR: folder })).toEqual({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR ${folder} contains no database: set DATA_DIR to the folder of the service, or start the service first.\n`,
    });
    expect(existsSync(folder)).toBe(false);
  });

  it('rejects commands with other keys, which would encrypt what it cannot read', nightly, async () => {
    const list = ['lab-connection', 'list', '--org', 'clinic'];
    expect(await admin(list)).toMatchObject({ code: 0 });
    const { code, stderr } = await admin(list, { ENCRYPTION_KEYS: OTHER_KEYS });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The key k1 in ENCRYPTION_KEYS is not .+\.\n$/),
    ]);
    await stop();
  });

  it('does not start with the secrets of another installation, and gives one reason', nightly, async () => {
    const other = { ...env, DATA_DIR: path.join(home, 'other'), DEMO_DATA: 'none' };
    const launched = launch(['dist/main.mjs'], { ...other, PORT: String(await freePort()) });
    await until(() => launched.stderr().includes('Portal'), 60_000);
    launched.child.kill('SIGTERM');
    expect(await launched.ended).toBe(0);
    const file = path.join(env.DATA_DIR!, 'secrets.json');
    await copyFile(path.join(other.DATA_DIR, 'secrets.json'), file);
    const { code, stderr } = await failedStart(env);
    expect([code, stderr]).toEqual([
      1,
      `${file} belongs to another database: copy the secrets.json of this one into DATA_DIR.\n`,
    ]);
  });
});

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
