import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  mkdir,
  open,
  opendir,
  readdir,
  realpath,
  rename,
  stat,
  statfs,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import { count } from '../counts';
import { DomainError } from '../errors/domain-error';
import { logThrottled } from '../log-throttled';
import {
  HEAD_BYTES,
  isStorageKey,
  readStorageKey,
  STAGED_LIFETIME_MS,
  storageKey,
  type Staged,
  type Storage,
  type StoredFile,
  type SweepReport,
} from './storage';

/**
 * Stores documents as files below one folder: `staged/` for incoming files, `<organization>/<xx>/<file>` for filed
 * ones. Files 0600, folders 0700. Independent of rows and file names.
 */
export function diskStorage(root: string): Storage {
  const stagedFolder = path.join(root, 'staged');

  const place = (key: string) => path.join(root, ...key.split('/'));
  const claimOf = (key: string) => {
    const { orgId, fileId } = readStorageKey(key);
    return path.join(stagedFolder, `${orgId}.${fileId}.claim`);
  };

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
    async stage(source, { maxBytes, onProgress }) {
      await mkdir(stagedFolder, { recursive: true, mode: 0o700 }).catch(throwUnwritable);
      const file = path.join(stagedFolder, `${randomUUID()}.part`);
      const hash = createHash('sha256');
      const head: Buffer[] = [];
      let headBytes = 0;
      let size = 0;
      const handle = await open(file, 'wx', 0o600).catch(throwUnwritable);
      try {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > maxBytes) throw tooLarge(maxBytes);
          // Writes and hashes concurrently.
          const writing = writeAll(handle, chunk);
          hash.update(chunk);
          if (headBytes < HEAD_BYTES) {
            // A copy: the chunk is a view of a pooled buffer that will be reused.
            const part = Buffer.from(chunk.subarray(0, HEAD_BYTES - headBytes));
            head.push(part);
            headBytes += part.length;
          }
          await writing;
          onProgress?.(size);
        }
      } catch (error) {
        await handle.close().catch(() => undefined);
        await unlink(file).catch(ignoreAbsent);
        throw asDomainError(error);
      }
      const durable = syncAndClose(handle);
      // A caller that rejects the bytes does not await it.
      durable.catch(() => undefined);
      return { path: file, size, sha256: hash.digest('hex'), head: Buffer.concat(head), durable };
    },

    async commit(staged, orgId, fileId) {
      const key = storageKey(orgId, fileId);
      const target = place(key);
      const folder = path.dirname(target);
      try {
        await staged.durable;
        const made = await mkdir(folder, { recursive: true, mode: 0o700 });
        await assertInside(folder);
        // The claim is durable before the file exists: a file always has either a claim or a row.
        await (await open(claimOf(key), 'wx', 0o600)).close();
        await syncFolder(stagedFolder);
        await rename(staged.path, target);
        await syncFolder(folder);
        if (made) await syncParents(root, folder);
      } catch (error) {
        await this.remove(key);
        throw asDomainError(error);
      }
      return key;
    },

    async confirm(key) {
      await unlink(claimOf(key)).catch(ignoreAbsent);
    },

    async discard(staged: Staged) {
      await unlink(staged.path).catch(ignoreAbsent);
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

    async localPath(key) {
      // Opening rejects anything but a regular file inside the store.
      await (await openPlaced(key)).close();
      return place(key);
    },

    async remove(key) {
      // The file first: a claim without a file is swept, a file without a claim would remain.
      await unlink(place(storageKeyChecked(key))).catch(ignoreAbsent);
      await unlink(claimOf(key)).catch(ignoreAbsent);
    },

    async problem() {
      const file = path.join(stagedFolder, `ready-${process.pid}.part`);
      try {
        await mkdir(stagedFolder, { recursive: true, mode: 0o700 });
        await (await open(file, 'w', 0o600)).close();
        await unlink(file).catch(ignoreAbsent);
        return null;
      } catch (error) {
        return FULL.has(codeOf(error) ?? '') ? null : `cannot be written (${codeOf(error) ?? 'unknown'})`;
      }
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

    async isClaimed(key) {
      return stat(claimOf(key)).then(
        () => true,
        () => false,
      );
    },

    async sweep({ isNamed, olderThanMs = STAGED_LIFETIME_MS }) {
      const report: SweepReport = { staged: 0, claims: 0, files: 0 };
      const before = Date.now() - olderThanMs;
      for (const name of await readdir(stagedFolder).catch(() => [])) {
        const file = path.join(stagedFolder, name);
        const facts = await stat(file).catch(() => null);
        if (!facts || facts.mtimeMs > before) continue;
        const claim = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.claim$/.exec(name);
        if (claim) {
          const [, orgId, fileId] = claim as unknown as [string, string, string];
          const key = storageKey(orgId, fileId);
          if (!(await isNamed(orgId, key))) {
            await unlink(place(key)).then(() => report.files++, ignoreAbsent);
          }
          await unlink(file).then(() => report.claims++, ignoreAbsent);
        } else if (name.endsWith('.part')) {
          await unlink(file).then(() => report.staged++, ignoreAbsent);
        }
      }
      return report;
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

function storageKeyChecked(key: string): string {
  readStorageKey(key);
  return key;
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at, chunk.length - at)).bytesWritten;
}

/** A rename is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await syncAndClose(handle);
}

async function syncAndClose(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncParents(root: string, folder: string): Promise<void> {
  for (let parent = path.dirname(folder); parent.startsWith(root); parent = path.dirname(parent))
    await syncFolder(parent);
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

/** Failures of the disk or the file server, not of the request. */
const UNWRITABLE = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'ENXIO']);

function asDomainError(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (FULL.has(code)) {
    count('clinical_storage_errors_total', ['full']);
    logThrottled('error', 'the document store has no space left', { code });
    return new DomainError('storage_full', 'The storage for documents is full.', {}, { cause: error });
  }
  if (!UNWRITABLE.has(code)) return error;
  count('clinical_storage_errors_total', ['unwritable']);
  logThrottled('error', 'the document store cannot be written', { code });
  return new DomainError(
    'unavailable',
    'The service cannot store documents. Nothing was saved.',
    { retry_after: 30 },
    { cause: error },
  );
}

function throwUnwritable(error: unknown): never {
  throw asDomainError(error);
}

function ignoreAbsent(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

const tooLarge = (maxBytes: number) =>
  new DomainError('payload_too_large', `The file is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });
