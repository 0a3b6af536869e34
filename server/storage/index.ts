import path from 'node:path';
import { env } from '../env';
import { diskStorage } from './disk-storage';
import type { Storage } from './storage';

export type { ByteRange, Staged, Storage, StoredFile } from './storage';

const stores = new Map<string, Storage>();

/** Stateless, so each module graph may have its own instance. */
export function storage(): Storage {
  const root = path.join(env.DATA_DIR, 'documents');
  let store = stores.get(root);
  if (!store) stores.set(root, (store = diskStorage(root)));
  return store;
}
