import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { readProblem } from './backup-error';

const CHUNK_BYTES = 256 * 1024;

export interface Copied {
  size: number;
  /** Hex. */
  sha256: string;
}

/**
 * Copies one regular file and hashes what it wrote. A file that grows meanwhile is copied up to the size that it
 * had at first.
 * @returns null if the source does not exist
 */
export async function copyFile(
  from: string,
  to: string,
  { durable = true }: { durable?: boolean } = {},
): Promise<Copied | null> {
  const source = await openSource(from);
  if (!source) return null;
  try {
    const facts = await source.stat();
    if (!facts.isFile()) throw readProblem(from, Object.assign(new Error(), { code: 'not a file' }));
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(facts.size, 1)));
      let size = 0;
      while (size < facts.size) {
        const { bytesRead } = await source
          .read(buffer, 0, Math.min(buffer.length, facts.size - size), size)
          .catch((error: unknown) => Promise.reject(readProblem(from, error)));
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        await writeAll(target, chunk);
        size += bytesRead;
      }
      if (durable) await target.sync();
      return { size, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Writes one small file durably. */
export async function writeDurably(to: string, content: string | Buffer): Promise<Copied> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const bytes = Buffer.from(content);
  const target = await open(to, 'wx', 0o600);
  try {
    await writeAll(target, bytes);
    await target.sync();
  } finally {
    await target.close();
  }
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function openSource(from: string): Promise<FileHandle | null> {
  try {
    return await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw readProblem(from, error);
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at, chunk.length - at)).bytesWritten;
}

/** The names of new files are durable only after their folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => undefined); // not supported everywhere
  await handle.close();
}

/** Runs `work` for each item, a few at a time. After a failure no further item starts, and the running ones end first. */
export async function inParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = (async function* () {
    yield* items;
  })();
  let failed = false;
  const worker = async () => {
    while (!failed) {
      const { done, value } = await iterator.next();
      if (done) return;
      await work(value);
    }
  };
  const ended = await Promise.allSettled(
    Array.from({ length: width }, () =>
      worker().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  const problem = ended.find((one) => one.status === 'rejected');
  if (problem) throw problem.reason;
}
