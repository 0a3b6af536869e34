import path from 'node:path';
import { env } from '../env';
import { diskStorage } from './disk-storage';
import { s3Storage } from './s3-storage';
import type { Storage } from './storage';

export { s3Archive, type Archive } from './s3-archive';
export type { ByteRange, Staged, Storage, StoredFile } from './storage';

const stores = new Map<string, Storage>();

/** The storage of the settings. Each module graph has its own instance; only that of the server receives files. */
export function storage(): Storage {
  return env.STORAGE_URL === undefined ? storageOf('disk') : storageOf('s3');
}

/** @throws Error for `s3` without `STORAGE_URL` */
export function storageOf(kind: 'disk' | 's3'): Storage {
  const root = path.join(env.DATA_DIR, 'documents');
  const name = `${root} ${kind === 's3' ? env.STORAGE_URL : ''}`;
  let store = stores.get(name);
  if (!store)
    stores.set(
      name,
      (store = kind === 's3' ? s3Storage(env.STORAGE_URL!, path.join(root, 'staged')) : diskStorage(root)),
    );
  return store;
}
