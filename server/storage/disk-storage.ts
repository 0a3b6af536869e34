import { constants } from 'node:fs';
import {
  mkdir,
  open,
  opendir,
  realpath,
  rename,
  stat,
  statfs,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors/start-error';
import { codeOf, ignoreAbsent, localError } from './local-errors';
import { localStaging, syncAndClose } from './staging';
import { isStorageKey, readStorageKey, storageKey, type Storage, type StoredFile } from './storage';

/**
 * Stores documents as files below one folder: `staged/` for incoming files, `<organization>/<xx>/<file>` for filed
 * ones. Files 0600, folders 0700. Independent of rows and file names.
 */
export function diskStorage(root: string): Storage {
  const staging = localStaging(path.join(root, 'staged'));

  const place = (key: string) => path.join(root, ...key.split('/'));

  /** A folder replaced with a symbolic link would lead outside the store. */
  async function assertInside(folder: string): Promise<void> {
    const expected = path.join(await realpath(root), path.relative(root, folder));
    if ((await realpath(folder)) !== expected) throw new Error('A folder of the document store was replaced');
  }

  async function openPlaced(key: string): Promise<FileHandle> {
    readStorageKey(key);
    const file = place(key);
    await assertInside(path.dirname(file));
    return open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  }

  return {
    ...staging,

    async commit(staged, orgId, fileId) {
      const key = storageKey(orgId, fileId);
      const target = place(key);
      const folder = path.dirname(target);
      try {
        await staged.durable;
        const made = await mkdir(folder, { recursive: true, mode: 0o700 });
        await assertInside(folder);
        await rename(staged.path, target);
        await syncFolder(folder);
        if (made) await syncParents(root, folder);
        // Nothing is left to remove; its bytes no longer count as staged.
        await staging.discard(staged);
      } catch (error) {
        await this.remove(key);
        throw localError(error);
      }
      return key;
    },

    async open(key): Promise<StoredFile> {
      const handle = await openPlaced(key);
      try {
        const facts = await handle.stat();
        if (!facts.isFile()) throw new Error('Not a file');
        return {
          size: facts.size,
          stream: (range) => handle.createReadStream({ highWaterMark: 256 * 1024, ...(range ?? {}) }),
          close: () => handle.close(),
        };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    async size(key) {
      readStorageKey(key);
      return (await stat(place(key))).size;
    },

    async withLocalFile(key, use) {
      // Opening rejects anything but a regular file inside the store.
      await (await openPlaced(key)).close();
      return use(place(key));
    },

    async remove(key) {
      readStorageKey(key);
      await unlink(place(key)).catch(ignoreAbsent);
    },

    async assertUsable() {
      const problem = await staging.problem();
      if (problem) throw new StartError(`The folder of the documents below DATA_DIR ${problem}.`);
    },

    async freeBytes() {
      // `bavail` leaves out what only root may use.
      const { bavail, bsize } = await statfs(await realpath(root));
      return bavail * bsize;
    },

    async *files(orgId) {
      for await (const organization of orgId === undefined ? namesIn(root) : [orgId])
        for await (const part of namesIn(path.join(root, organization)))
          for await (const file of namesIn(path.join(root, organization, part))) {
            const key = `${organization}/${part}/${file}`;
            if (isStorageKey(key)) yield key;
          }
    },
  };
}

/** Streams the names; empty if the folder does not exist. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  });
  for await (const entry of entries) yield entry.name;
}

/** A rename is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await syncAndClose(handle);
}

async function syncParents(root: string, folder: string): Promise<void> {
  for (let parent = path.dirname(folder); parent.startsWith(root); parent = path.dirname(parent))
    await syncFolder(parent);
}
