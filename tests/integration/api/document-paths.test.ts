import fs from 'node:fs';
import promises, { lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { env } from '../../../server/env';
import { asSuperuser } from '../../support/database';
import { announced, PDF, put, addressOf, uploadSetting } from '../../support/document-uploads';
import { filesOf } from '../../support/documents';
import { TRAVERSALS } from '../../support/traversals';

/** D-12: no name or ID leads to a file outside the store. Every call of the file system is recorded. */

const at = uploadSetting();
const root = () => path.join(env.DATA_DIR, 'documents');
const touched = new Set<string>();

const WATCHED = [
  'open',
  'mkdir',
  'rename',
  'unlink',
  'stat',
  'readdir',
  'readFile',
  'writeFile',
  'rm',
] as const;
const real = Object.fromEntries(WATCHED.map((name) => [name, promises[name]]));
const realStream = fs.createReadStream;

beforeAll(() => {
  const note = (file: unknown) => {
    if (typeof file === 'string' || file instanceof URL) touched.add(path.resolve(String(file)));
  };
  for (const name of WATCHED)
    Object.assign(promises, {
      [name]: (...args: unknown[]) => {
        note(args[0]);
        if (name === 'rename') note(args[1]);
        return (real[name] as (...all: unknown[]) => unknown)(...args);
      },
    });
  fs.createReadStream = ((file: string, options?: object) => {
    note(file);
    return realStream(file, options);
  }) as typeof fs.createReadStream;
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(promises, real);
  fs.createReadStream = realStream;
  syncBuiltinESMExports();
});
beforeEach(async () => {
  await asSuperuser('UPDATE api_keys SET rate_limit = 1000000 WHERE org_id = $1', [at.org.orgId]);
  touched.clear();
});

const outside = () => [...touched].filter((file) => file !== root() && !file.startsWith(root() + path.sep));
const bearer = () => ({ Authorization: `Bearer ${at.key}` });

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const runners = Array.from({ length: 8 }, async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  });
  await Promise.all(runners);
}

it('accepts 200 hostile file names in all three forms of upload', async () => {
  expect(TRAVERSALS.length).toBeGreaterThanOrEqual(190);
  let taken = 0;
  await inBatches([...TRAVERSALS.entries()], async ([place, name]) => {
    const text = Buffer.from('a note');
    const json = { patient_id: at.patientId };
    const body = new FormData();
    body.append('metadata', JSON.stringify(json));
    body.append('file', new Blob([text]), name);
    const send = (sent: object) =>
      fetch(`${at.server.url}/v1/documents`, {
        method: 'POST',
        body: JSON.stringify(sent),
        headers: { ...bearer(), 'Content-Type': 'application/json' },
      });
    const ways = [
      () => fetch(`${at.server.url}/v1/documents`, { method: 'POST', body, headers: bearer() }),
      () => send({ ...json, content: { data: text.toString('base64'), file_name: name } }),
      () => send({ ...json, upload: announced(text, { file_name: name, content_type: 'text/plain' }) }),
    ];
    const answer = await ways[place % 3]!();
    const shown = (await answer.json()) as { file_name: string; upload: { url: string } | null };
    expect([201, 400, 422], name.slice(0, 100)).toContain(answer.status);
    if (answer.status !== 201) return;
    taken++;
    expect(shown.file_name).not.toMatch(/[/\\\p{Cc}\u202E]|^\.*$/u);
    expect(shown.file_name.length).toBeLessThanOrEqual(255);
    if (shown.upload) expect((await put(shown.upload.url, text)).status).toBe(204);
  });
  // Names are cleaned rather than rejected; only control characters and overlong names in JSON are.
  expect(taken).toBeGreaterThan(150);
  expect(touched.size).toBeGreaterThan(taken);
  expect(outside()).toEqual([]);
  expect(await filesOf(at.org)).toHaveLength(taken);
  expect((await filesOf(at.org)).every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
}, 40_000);

it('rejects 200 hostile IDs of documents, contents and URLs', async () => {
  await inBatches([...TRAVERSALS.entries()], async ([place, form]) => {
    for (const spelt of [place % 2 ? form : encodeURIComponent(form)])
      for (const url of [
        `/v1/documents/${spelt}/content`,
        `/v1/documents/${spelt}`,
        `/content/${spelt}`,
        `/uploads/${spelt}`,
      ]) {
        if (/[\0\r\n]/.test(url)) continue;
        const method = url.startsWith('/uploads') ? 'PUT' : 'GET';
        const answer = await fetch(at.server.url + url, { method, headers: bearer() }).catch(() => null);
        await answer?.arrayBuffer();
        if (answer)
          expect([400, 404, 405, 414, 421, 431], `${method} ${url.slice(0, 120)}`).toContain(answer.status);
      }
  });
  expect(outside()).toEqual([]);
  expect(await filesOf(at.org)).toEqual([]);
}, 40_000);

it('rejects storage keys and folders outside the store, as an intruder could set them', async () => {
  const made = await at.announce();
  await put(addressOf(made), PDF);
  const secret = path.join(os.tmpdir(), `outside-${process.pid}`);
  await mkdir(secret, { recursive: true });
  const keys = TRAVERSALS.filter((form) => !form.includes('\0'));
  touched.clear();
  for (const key of keys.slice(0, 60)) {
    await asSuperuser('UPDATE documents SET storage_key = $2 WHERE org_id = $1', [at.org.orgId, key]);
    const answer = await at.content(made.json.id);
    expect(answer.status, key).toBe(500);
    await answer.arrayBuffer();
  }
  expect(outside()).toEqual([]);
  // The organization's folder is replaced by a link to another place: nothing is written or read there.
  const own = path.join(root(), at.org.orgId);
  await rename(own, `${own}.away`);
  await symlink(secret, own);
  try {
    const late = await at.announce();
    expect((await put(addressOf(late), PDF)).status).toBe(500);
    expect(
      (await readdir(secret, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()),
    ).toEqual([]);
    expect((await lstat(own)).isSymbolicLink()).toBe(true);
  } finally {
    await rm(own);
    await rm(`${own}.away`, { recursive: true });
    await rm(secret, { recursive: true });
  }
});
