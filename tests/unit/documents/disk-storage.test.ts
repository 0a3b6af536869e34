import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskStorage } from '../../../server/storage/disk-storage';
import type { Storage } from '../../../server/storage/storage';

let root: string;
let store: Storage;
const org = randomUUID();

beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(os.tmpdir(), 'store-')), 'documents');
  store = diskStorage(root);
});
afterEach(() => rm(path.dirname(root), { recursive: true }));

const stage = (bytes: Buffer, maxBytes = 10_000_000) =>
  store.stage(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), { maxBytes });
const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

async function read(key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await store.open(key)).stream(range)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function age(hours: number): Promise<void> {
  const then = new Date(Date.now() - hours * 3_600_000);
  for (const file of await files()) await utimes(path.join(root, file), then, then);
}

describe('stored file', () => {
  it('is returned unchanged, private, and without leftovers', async () => {
    const bytes = randomBytes(300_000);
    const staged = await stage(bytes);
    expect(staged).toMatchObject({
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(staged.head.equals(bytes.subarray(0, 64 * 1024))).toBe(true);
    const key = await store.commit(staged, org, randomUUID());
    await store.confirm(key);
    expect((await read(key)).equals(bytes)).toBe(true);
    expect((await read(key, { start: 10, end: 19 })).equals(bytes.subarray(10, 20))).toBe(true);
    expect(await store.size(key)).toBe(bytes.length);
    expect(await files()).toEqual([key]);
    expect((await stat(path.join(root, key))).mode & 0o777).toBe(0o600);
    for (const folder of ['staged', org, path.dirname(key)])
      expect((await stat(path.join(root, folder))).mode & 0o777).toBe(0o700);
    await store.remove(key);
    expect(await files()).toEqual([]);
    await expect(store.remove(key)).resolves.toBeUndefined();
  });

  it.each([
    ['too large', () => stage(randomBytes(1000), 999), 'payload_too_large'],
    ['no room', () => store.stage(failing('ENOSPC'), { maxBytes: 1000 }), 'storage_full'],
    ['the disk takes no writes', () => store.stage(failing('EROFS'), { maxBytes: 1000 }), 'unavailable'],
    ['the disk fails', () => store.stage(failing('EIO'), { maxBytes: 1000 }), 'unavailable'],
    ['the sender leaves', () => store.stage(failing('ECONNRESET'), { maxBytes: 1000 }), 'ECONNRESET'],
  ])('leaves nothing behind when it is rejected: %s', async (_name, attempt, code) => {
    await expect(attempt()).rejects.toMatchObject({ code });
    expect(await files()).toEqual([]);
  });

  it('is placed only after its bytes are synced to the disk', async () => {
    const staged = await stage(randomBytes(100));
    let safe: () => void = () => undefined;
    const durable = new Promise<void>((resolve) => (safe = resolve));
    let placed = false;
    const commit = store.commit({ ...staged, durable }, org, randomUUID()).then(() => (placed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([placed, await files()]).toEqual([false, [path.relative(root, staged.path)]]);
    safe();
    await commit;
    const lost = Object.assign(new Error('the disk is broken'), { code: 'EIO' });
    const other = await stage(randomBytes(100));
    const before = await files();
    const failed = Promise.reject(lost);
    failed.catch(() => undefined);
    await expect(store.commit({ ...other, durable: failed }, org, randomUUID())).rejects.toMatchObject({
      code: 'unavailable',
      cause: lost,
    });
    expect(await files()).toEqual(before);
  });

  it('keeps its bytes when the sender reuses the buffer', async () => {
    const memory = Buffer.from('first');
    const staged = await store.stage(
      (async function* () {
        yield memory;
        memory.fill('x');
        yield memory;
      })(),
      { maxBytes: 100 },
    );
    expect(staged.head.toString()).toBe('firstxxxxx');
  });
});

async function* failing(code: string): AsyncGenerator<Buffer> {
  yield randomBytes(100);
  throw Object.assign(new Error('made for the test'), { code });
}

describe('storage paths', () => {
  it.each([
    '../../etc/passwd',
    'a/b/c',
    '',
    `${org}/../${randomUUID()}`,
    `${org}/aa/${'0'.repeat(36)}`,
    `/${org}/ab/${randomUUID()}`,
    `${org}\\ab\\${randomUUID()}`,
  ])('reject the key %j', async (key) => {
    await expect(store.open(key)).rejects.toThrow('Not a storage key');
    await expect(store.remove(key)).rejects.toThrow('Not a storage key');
    await expect(store.size(key)).rejects.toThrow('Not a storage key');
  });

  it.each(['../x', 'x'.repeat(36), randomUUID().toUpperCase()])('reject an ID such as %s', async (id) => {
    const staged = await stage(randomBytes(10));
    await expect(store.commit(staged, org, id)).rejects.toThrow('Not an ID');
    await expect(store.commit(staged, id, randomUUID())).rejects.toThrow('Not an ID');
  });

  it('follow no symbolic link, neither file nor folder', async () => {
    const secret = path.join(path.dirname(root), 'secret');
    await mkdir(secret);
    const key = await store.commit(await stage(Buffer.from('mine')), org, randomUUID());
    await writeFile(path.join(secret, path.basename(key)), 'theirs');
    await rm(path.join(root, key));
    await symlink(path.join(secret, path.basename(key)), path.join(root, key));
    await expect(store.open(key)).rejects.toMatchObject({ code: 'ELOOP' });
    await rename(path.join(root, path.dirname(key)), path.join(root, 'aside'));
    await symlink(secret, path.join(root, path.dirname(key)));
    await expect(store.open(key)).rejects.toThrow('was replaced');
    await expect(
      store.commit(
        await stage(Buffer.from('mine')),
        org,
        randomUUID().slice(0, -2) + path.dirname(key).slice(-2),
      ),
    ).rejects.toThrow('was replaced');
  });
});

describe('storage cleanup', () => {
  const never = async () => false;

  it('removes staged bytes after a day', async () => {
    await stage(randomBytes(10));
    expect(await store.sweep({ isNamed: never })).toEqual({ staged: 0, claims: 0, files: 0 });
    await age(25);
    expect(await store.sweep({ isNamed: never })).toEqual({ staged: 1, claims: 0, files: 0 });
    expect(await files()).toEqual([]);
  });

  it('asks the database only about files whose transaction had an unknown outcome', async () => {
    const [kept, lost, done] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [kept, lost, done]) await store.commit(await stage(randomBytes(10)), org, id);
    await store.confirm(`${org}/${done.slice(-2)}/${done}`);
    await age(25);
    const asked: string[] = [];
    const report = await store.sweep({
      isNamed: async (orgId, key) => {
        expect(orgId).toBe(org);
        asked.push(path.basename(key));
        return path.basename(key) === kept;
      },
    });
    expect(report).toEqual({ staged: 0, claims: 2, files: 1 });
    expect(asked.sort()).toEqual([kept, lost].sort());
    expect((await files()).map((file) => path.basename(file)).sort()).toEqual([kept, done].sort());
  });

  it('keeps claim and file when the database cannot be asked', async () => {
    await store.commit(await stage(randomBytes(10)), org, randomUUID());
    await age(25);
    await expect(store.sweep({ isNamed: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
    expect(await files()).toHaveLength(2);
  });

  it('does nothing in an unused store', async () => {
    expect(await store.sweep({ isNamed: never })).toEqual({ staged: 0, claims: 0, files: 0 });
  });
});
