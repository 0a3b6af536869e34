import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { env } from '../env';
import { DomainError } from '../errors/domain-error';
import { codeOf, ignoreAbsent, isFull, localError } from './local-errors';
import { HEAD_BYTES, type Staged, type Storage } from './storage';

/**
 * Receives bytes on the local disk, at most `STAGING_MAX_BYTES` in this process. Files 0600, folder 0700.
 */
export type Staging = Pick<Storage, 'stage' | 'discard' | 'sweepStaged' | 'problem'>;

export function localStaging(folder: string): Staging {
  let held = 0;
  const sizes = new Map<string, number>();
  const hold = (file: string, bytes: number) => {
    if (held + bytes > env.STAGING_MAX_BYTES) throw tooMuchAtOnce();
    held += bytes;
    sizes.set(file, (sizes.get(file) ?? 0) + bytes);
  };
  const release = (file: string) => {
    held -= sizes.get(file) ?? 0;
    sizes.delete(file);
  };

  return {
    async stage(source, { maxBytes, onProgress }) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(throwUnwritable);
      const file = path.join(folder, `${randomUUID()}.part`);
      const hash = createHash('sha256');
      const head: Buffer[] = [];
      let headBytes = 0;
      let size = 0;
      const handle = await open(file, 'wx', 0o600).catch(throwUnwritable);
      try {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > maxBytes) throw tooLarge(maxBytes);
          hold(file, chunk.length);
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
        release(file);
        await handle.close().catch(() => undefined);
        await unlink(file).catch(ignoreAbsent);
        throw localError(error);
      }
      const durable = syncAndClose(handle);
      // A caller that rejects the bytes does not await it.
      durable.catch(() => undefined);
      return { path: file, size, sha256: hash.digest('hex'), head: Buffer.concat(head), durable };
    },

    async discard({ path: file }: Staged) {
      release(file);
      await unlink(file).catch(ignoreAbsent);
    },

    async sweepStaged(olderThanMs) {
      let removed = 0;
      const before = Date.now() - olderThanMs;
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        const facts = await stat(file).catch(() => null);
        if (facts && facts.mtimeMs <= before) await unlink(file).then(() => removed++, ignoreAbsent);
      }
      return removed;
    },

    async problem() {
      const file = path.join(folder, `ready-${process.pid}.part`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await (await open(file, 'w', 0o600)).close();
        await unlink(file).catch(ignoreAbsent);
        return null;
      } catch (error) {
        return isFull(error) ? null : `cannot be written (${codeOf(error) ?? 'unknown'})`;
      }
    },
  };
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at, chunk.length - at)).bytesWritten;
}

export async function syncAndClose(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function throwUnwritable(error: unknown): never {
  throw localError(error);
}

const tooLarge = (maxBytes: number) =>
  new DomainError('payload_too_large', `The file is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });

const tooMuchAtOnce = () =>
  new DomainError('unavailable', 'Too many documents are being received at the same time. Try again.', {
    retry_after: 5,
  });
