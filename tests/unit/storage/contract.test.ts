import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { access, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { env } from '../../../server/env';
import { diskStorage } from '../../../server/storage/disk-storage';
import { s3Storage } from '../../../server/storage/s3-storage';
import type { Storage } from '../../../server/storage/storage';
import { startS3, type S3Server } from '../../support/s3-server';

/** What callers may expect of each storage. */

const org = randomUUID();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
  Object.assign(env, s3.settings);
});
afterAll(async () => {
  for (const name of Object.keys(s3.settings)) Reflect.deleteProperty(env, name);
  await s3.stop();
});

describe.each(['disk', 's3'] as const)('storage on %s', (kind) => {
  let root: string;
  let store: Storage;
  beforeEach(async () => {
    root = path.join(await mkdtemp(path.join(os.tmpdir(), 'store-')), 'documents');
    store = kind === 'disk' ? diskStorage(root) : s3Storage(env.STORAGE_URL!, path.join(root, 'staged'));
  });
  afterEach(() => rm(path.dirname(root), { recursive: true }));

  const stage = (bytes: Buffer, maxBytes = 20_000_000) =>
    store.stage(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), { maxBytes });
  const filed = async (bytes: Buffer, id = randomUUID()) => store.commit(await stage(bytes), org, id);
  const staged = () => readdir(path.join(root, 'staged')).catch(() => []);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const listed = async (orgId?: string) => {
    const keys: string[] = [];
    for await (const key of store.files(orgId)) keys.push(key);
    return keys;
  };

  async function read(key: string, range?: { start: number; end: number }): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of (await store.open(key)).stream(range)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  // Larger than a part of an upload to S3.
  it.each([0, 1, 300_000, 9 * 1024 * 1024])('returns a file of %d bytes unchanged', async (size) => {
    const bytes = randomBytes(size);
    const received = await stage(bytes);
    expect(received).toMatchObject({ size, sha256: sha256(bytes) });
    expect(received.head.equals(bytes.subarray(0, 64 * 1024))).toBe(true);
    const key = await store.commit(received, org, randomUUID());
    expect((await read(key)).equals(bytes)).toBe(true);
    expect([await store.size(key), (await store.open(key)).size]).toEqual([size, size]);
    expect(await staged()).toEqual([]);
  });

  it('returns parts of a file', async () => {
    const bytes = randomBytes(300_000);
    const key = await filed(bytes);
    expect((await read(key, { start: 10, end: 19 })).equals(bytes.subarray(10, 20))).toBe(true);
    expect((await read(key, { start: 299_999, end: 299_999 })).equals(bytes.subarray(-1))).toBe(true);
  });

  it('closes a file that is not read to its end', async () => {
    const key = await filed(randomBytes(3_000_000));
    await (await store.open(key)).close();
    const stream = (await store.open(key)).stream();
    for await (const _ of stream) break;
    expect(stream.destroyed).toBe(true);
  });

  it('lists the files of one organization or of all', async () => {
    const key = await filed(randomBytes(10));
    const other = await store.commit(await stage(randomBytes(10)), randomUUID(), randomUUID());
    expect(await listed(org)).toContain(key);
    expect(await listed(org)).not.toContain(other);
    expect(await listed()).toEqual(expect.arrayContaining([key, other]));
    expect(await listed(randomUUID())).toEqual([]);
  });

  it('removes a file, also twice', async () => {
    const key = await filed(randomBytes(10));
    await store.remove(key);
    await store.remove(key);
    expect(await listed(org)).not.toContain(key);
  });

  it('reports an absent file by ENOENT', async () => {
    const key = `${org}/aa/00000000-0000-4000-8000-0000000000aa`;
    // Begun one after the other: a promise that is rejected before it is awaited ends the run.
    for (const attempt of [
      () => store.open(key),
      () => store.size(key),
      () => store.withLocalFile(key, () => Promise.resolve()),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('hands a local file to a program and keeps nothing of it', async () => {
    const bytes = randomBytes(1_000);
    const key = await filed(bytes);
    const seen = await store.withLocalFile(key, async (file) => (await access(file), readFile(file)));
    expect(seen.equals(bytes)).toBe(true);
    await expect(store.withLocalFile(key, () => Promise.reject(new Error('crashed')))).rejects.toThrow(
      'crashed',
    );
    expect(await staged()).toEqual([]);
    expect(await store.size(key)).toBe(1_000);
  });

  it('is usable', async () => {
    await store.assertUsable();
    expect(await store.problem()).toBeNull();
    expect(await staged()).toEqual([]);
  });

  it.each([
    ['too large', () => stage(randomBytes(1000), 999), 'payload_too_large'],
    ['no room', () => store.stage(failing('ENOSPC'), { maxBytes: 1000 }), 'storage_full'],
    ['the disk takes no writes', () => store.stage(failing('EROFS'), { maxBytes: 1000 }), 'unavailable'],
    ['the disk fails', () => store.stage(failing('EIO'), { maxBytes: 1000 }), 'unavailable'],
    ['the sender leaves', () => store.stage(failing('ECONNRESET'), { maxBytes: 1000 }), 'ECONNRESET'],
  ])('keeps nothing of a rejected file: %s', async (_name, attempt, code) => {
    await expect(attempt()).rejects.toMatchObject({ code });
    expect(await staged()).toEqual([]);
  });

  it('receives no more bytes at once than the limit, and forgets those that were filed or discarded', async () => {
    const { STAGING_MAX_BYTES: before } = env;
    env.STAGING_MAX_BYTES = 250;
    try {
      const first = await stage(randomBytes(200));
      await expect(stage(randomBytes(100))).rejects.toMatchObject({ code: 'unavailable' });
      await store.commit(first, org, randomUUID());
      const second = await stage(randomBytes(200));
      await store.discard(second);
      await store.discard(second);
      await store.discard(await stage(randomBytes(250)));
    } finally {
      env.STAGING_MAX_BYTES = before;
    }
    expect(await staged()).toEqual([]);
  });

  it('keeps the bytes when the sender reuses the buffer', async () => {
    const memory = Buffer.from('first');
    const received = await store.stage(
      (async function* () {
        yield memory;
        memory.fill('x');
        yield memory;
      })(),
      { maxBytes: 100 },
    );
    expect(received.head.toString()).toBe('firstxxxxx');
  });

  it('removes old incoming files of interrupted uploads only', async () => {
    const received = await stage(randomBytes(10));
    expect(await store.sweepStaged(3_600_000)).toBe(0);
    const then = new Date(Date.now() - 7_200_000);
    await utimes(received.path, then, then);
    const key = await filed(randomBytes(10));
    expect(await store.sweepStaged(3_600_000)).toBe(1);
    expect([await staged(), await store.size(key)]).toEqual([[], 10]);
  });

  it.each([
    '../../etc/passwd',
    'a/b/c',
    '',
    `${org}/../${randomUUID()}`,
    `${org}/aa/${'0'.repeat(36)}`,
    `/${org}/ab/${randomUUID()}`,
    `${org}\\ab\\${randomUUID()}`,
  ])('rejects the key %j', async (key) => {
    await expect(store.open(key)).rejects.toThrow('Not a storage key');
    await expect(store.remove(key)).rejects.toThrow('Not a storage key');
    await expect(store.size(key)).rejects.toThrow('Not a storage key');
  });

  it.each(['../x', 'x'.repeat(36), randomUUID().toUpperCase()])('rejects an ID such as %s', async (id) => {
    const received = await stage(randomBytes(10));
    await expect(store.commit(received, org, id)).rejects.toThrow('Not an ID');
    await expect(store.commit(received, id, randomUUID())).rejects.toThrow('Not an ID');
  });
});

async function* failing(code: string): AsyncGenerator<Buffer> {
  yield randomBytes(100);
  throw Object.assign(new Error('made for the test'), { code });
}
