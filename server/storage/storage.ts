import type { Readable } from 'node:stream';

/**
 * Storage for document content: a folder or a bucket (decision 0059). Two steps, because the content and the row cannot
 * share one commit: `stage` receives bytes under a temporary name, `commit` moves them to their place. Callers claim the
 * file in the database before (`domain/documents/place-bytes.ts`).
 */

/** Received bytes before filing. Always on the local disk, whatever the storage. */
export interface Staged {
  path: string;
  size: number;
  /** Hex. */
  sha256: string;
  /** At most `HEAD_BYTES`. */
  head: Buffer;
  /** Resolves when the bytes would survive a power failure. The file may be checked meanwhile; `commit` awaits it. */
  durable: Promise<void>;
}

/** Both ends inclusive, as in RFC 9110. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Call `stream` or `close`, otherwise its descriptor leaks. */
export interface StoredFile {
  size: number;
  stream(range?: ByteRange): Readable;
  close(): Promise<void>;
}

export interface Storage {
  /**
   * Writes the stream to disk while hashing it. Leaves nothing behind on failure.
   * @throws DomainError `payload_too_large`, `storage_full`, `unavailable`
   */
  stage(
    source: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; onProgress?: (bytes: number) => void },
  ): Promise<Staged>;
  discard(staged: Staged): Promise<void>;
  /** Removes staged bytes of interrupted uploads from this machine. @returns how many */
  sweepStaged(olderThanMs: number): Promise<number>;
  /**
   * Moves staged bytes to their place, whole or not at all.
   * @returns the storage key
   * @throws DomainError `storage_full`, `unavailable`
   */
  commit(staged: Staged, orgId: string, fileId: string): Promise<string>;
  /** @throws with code `ENOENT` if there is no such file, DomainError `unavailable` if it cannot be asked */
  open(storageKey: string): Promise<StoredFile>;
  /** @throws as `open` */
  size(storageKey: string): Promise<number>;
  /** Runs a program that needs a local file with the content. Do not keep or show its path. */
  withLocalFile<T>(storageKey: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes the file with all its versions; succeeds if absent. */
  remove(storageKey: string): Promise<void>;
  /** @throws StartError if documents cannot be stored; one sentence that names the setting */
  assertUsable(): Promise<void>;
  /** @returns why this process cannot accept documents, or null. A full disk is not reported, because it stops only uploads */
  problem(): Promise<string | null>;
  /** Space left for documents. Absent where it has no limit that this process could see. */
  freeBytes?(): Promise<number>;
  /** Storage keys of all filed documents, optionally of one organization, in no particular order. */
  files(orgId?: string): AsyncIterable<string>;
}

export const HEAD_BYTES = 64 * 1024;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ID = new RegExp(`^${UUID}$`);
const KEY = new RegExp(`^(${UUID})/([0-9a-f]{2})/(${UUID})$`);

/**
 * Built from IDs only, never from names. The folder is the ID's last byte, which is random; the first bytes are the
 * time.
 */
export function storageKey(orgId: string, fileId: string): string {
  if (!ID.test(orgId) || !ID.test(fileId)) throw new Error('Not an ID for a storage key');
  return `${orgId}/${fileId.slice(-2)}/${fileId}`;
}

export function isStorageKey(key: string): boolean {
  const match = KEY.exec(key);
  return match !== null && match[2] === match[3]!.slice(-2);
}

export function readStorageKey(key: string): { orgId: string; fileId: string } {
  const match = KEY.exec(key);
  if (!match || match[2] !== match[3]!.slice(-2)) throw new Error('Not a storage key');
  return { orgId: match[1]!, fileId: match[3]! };
}
