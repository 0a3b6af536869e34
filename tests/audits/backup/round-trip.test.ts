import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWriting } from '../../support/constant-writes';
import { readDemo, startService, type Service } from '../../support/service';
import { launch, until } from '../../integration/faults/processes';

/** A backup of a service in use is verified, restored into a new folder, and served from there. */

let home: string;
let service: Service | undefined;
const at = (...parts: string[]) => path.join(home, ...parts);

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-faults-'));
  // When the tests run as root, Postgres uses this folder as another user.
  await chmod(home, 0o711);
  await writeFile(at('passphrase'), 'correct horse battery\n');
});
afterAll(async () => {
  await service?.stop();
  await rm(home, { recursive: true, force: true });
});

async function admin(...words: string[]): Promise<{ code: number | null; out: string }> {
  const run = launch(['dist/admin.mjs', ...words], { DATA_DIR: at('data') });
  const code = await run.ended;
  return { code, out: run.stdout() + run.stderr() };
}

const complete = async (folder: string): Promise<string[]> =>
  (await readdir(at(folder)).catch(() => [])).filter((name) => name.endsWith('Z'));

it('backs up a service in use, and restores all that was acknowledged before', async () => {
  service = await startService({
    DATA_DIR: at('data'),
    BACKUP_DIR: at('scheduled'),
    BACKUP_PASSPHRASE_FILE: at('passphrase'),
  });
  const key = (await readDemo(at('data'))).apiKey;
  const status = async (url: string, id: string, of = 'patients') =>
    (await fetch(`${url}/v1/${of}/${id}`, { headers: { Authorization: `Bearer ${key}` } })).status;

  // The first scheduled backup is made at once.
  expect(await until(async () => (await complete('scheduled')).length === 1, 60_000)).toBe(true);
  const metrics = async () => (await fetch(`${service!.url}/metrics`)).text();
  expect(await until(async () => /^clinical_backup_bytes [1-9]/m.test(await metrics()), 5_000)).toBe(true);
  expect(Number(/^clinical_backup_age_seconds (\S+)$/m.exec(await metrics())![1])).toBeLessThan(60);

  const writes = startWriting(service.url, key);
  await until(() => writes.written.length >= 4, 10_000);
  const began = Date.now();
  const made = await admin('backup', 'create', '--to', at('made'), '--passphrase-file', at('passphrase'));
  const ended = Date.now();
  expect(made, made.out).toMatchObject({ code: 0 });
  await until(() => writes.written.some(({ sentAt }) => sentAt > ended), 10_000);
  await writes.stop();
  expect(writes.failed()).toBe(0);
  await service.stop();

  const from = at('made', (await complete('made'))[0]!);
  const verified = await admin('backup', 'verify', '--from', from, '--passphrase-file', at('passphrase'));
  expect(verified, verified.out).toMatchObject({ code: 0 });
  expect(verified.out).toContain('The backup can be restored.');
  const words = ['--from', from, '--data-dir', at('new'), '--passphrase-file', at('passphrase')];
  const restored = await admin('backup', 'restore', ...words);
  expect(restored, restored.out).toMatchObject({ code: 0 });

  service = await startService({ DATA_DIR: at('new') });
  const before = writes.written.filter(({ acknowledgedAt }) => acknowledgedAt < began);
  const after = writes.written.filter(({ sentAt }) => sentAt > ended);
  expect(before.length).toBeGreaterThan(0);
  expect(after.length).toBeGreaterThan(0);
  for (const { patient, document, text } of before) {
    expect(await status(service.url, patient)).toBe(200);
    if (document === null) continue;
    const content = await fetch(`${service.url}/v1/documents/${document}/content`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(await content.text()).toBe(text);
  }
  for (const { patient } of after) expect(await status(service.url, patient)).toBe(404);
}, 300_000);
