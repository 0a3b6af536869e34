import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
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

describe('stored file', () => {
  it('is private, and leaves nothing in the folder of incoming files', async () => {
    const key = await store.commit(await stage(randomBytes(300)), org, randomUUID());
    expect(await files()).toEqual([key]);
    expect((await stat(path.join(root, key))).mode & 0o777).toBe(0o600);
    for (const folder of ['staged', org, path.dirname(key)])
      expect((await stat(path.join(root, folder))).mode & 0o777).toBe(0o700);
    await store.remove(key);
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
});

describe('storage paths', () => {
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
