import type { Readable } from 'node:stream';

/**
 * Storage for document content. Two steps, because the content and the row cannot share one commit: `stage` receives
 * bytes under a temporary name; `commit` moves them to their place and leaves a claim next to the staged files;
 * `confirm` removes the claim after the row is committed. A remaining claim (crash, lost connection) names the one file
 * to check against the database, so that the sweep never reads the whole store.
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

export interface SweepReport {
  staged: number;
  claims: number;
  files: number;
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
  /** Moves staged bytes to their place. The sweep may still remove them until `confirm` is called after the commit. */
  commit(staged: Staged, orgId: string, fileId: string): Promise<string>;
  confirm(storageKey: string): Promise<void>;
  discard(staged: Staged): Promise<void>;
  open(storageKey: string): Promise<StoredFile>;
  size(storageKey: string): Promise<number>;
  /** Path of a local file with the content, for programs that need one. Do not store or show the path. */
  localPath(storageKey: string): Promise<string>;
  /** Removes the file and its claim; succeeds if absent. */
  remove(storageKey: string): Promise<void>;
  /** @returns why writing is impossible, or null. A full disk is not reported, because it stops only uploads */
  problem(): Promise<string | null>;
  /** Space left for documents. Absent where it has no limit that this process could see. */
  freeBytes?(): Promise<number>;
  /** Storage keys of all filed documents, optionally of one organization, in no particular order. */
  files(orgId?: string): AsyncIterable<string>;
  /** Whether an upload in progress, or one interrupted less than a day ago, owns the file. */
  isClaimed(storageKey: string): Promise<boolean>;
  /** Removes remains of uploads. `isNamed` decides about files whose transaction had an unknown outcome. */
  sweep(options: {
    isNamed: (orgId: string, storageKey: string) => Promise<boolean>;
    olderThanMs?: number;
  }): Promise<SweepReport>;
}

export const HEAD_BYTES = 64 * 1024;
export const STAGED_LIFETIME_MS = 24 * 60 * 60 * 1000;

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
