import type { Readable } from 'node:stream';

/**
 * Where the bytes of documents live. Two steps, because the bytes and the row cannot be written by one commit:
 * `stage` takes bytes under a name of no meaning; `commit` gives them their place and leaves a claim beside the
 * staged files; `confirm` removes the claim once the row is committed. A claim that stays behind (crash, lost
 * connection) names exactly the one file to ask the database about, so that the sweep never reads the whole store.
 */

/** Bytes that were received and belong to nobody yet. Always on the local disk, whatever the storage. */
export interface Staged {
  path: string;
  size: number;
  /** Hex. */
  sha256: string;
  /** The first bytes, at most `HEAD_BYTES`. */
  head: Buffer;
  /** Resolves when the bytes are safe from a loss of power. The file may be judged meanwhile; `commit` waits for it. */
  durable: Promise<void>;
}

/** Both ends inclusive, as in RFC 9110. */
export interface ByteRange {
  start: number;
  end: number;
}

/** An opened file; `stream` or `close` must be called, else its descriptor stays open. */
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
   * Writes the stream to disk while hashing it. Nothing stays behind when it fails.
   * @throws DomainError `payload_too_large`, `storage_full`, `unavailable`
   */
  stage(
    source: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; onProgress?: (bytes: number) => void },
  ): Promise<Staged>;
  /** Moves staged bytes to their place. Not yet safe from the sweep: `confirm` follows when the row is committed. */
  commit(staged: Staged, orgId: string, fileId: string): Promise<string>;
  confirm(storageKey: string): Promise<void>;
  discard(staged: Staged): Promise<void>;
  open(storageKey: string): Promise<StoredFile>;
  size(storageKey: string): Promise<number>;
  /** A file of this machine with the bytes, for programs that need one. Not to be kept or shown. */
  localPath(storageKey: string): Promise<string>;
  /** Removes the file and its claim; absent is fine. */
  remove(storageKey: string): Promise<void>;
  /** @returns why nothing can be written, or null; a full disk is none, because it stops uploads only */
  problem(): Promise<string | null>;
  /** Keys of all files that were filed, those of one organisation only where it is named; in no order. */
  files(orgId?: string): AsyncIterable<string>;
  /** Whether an upload that is under way, or broke off less than a day ago, has the file. */
  isClaimed(storageKey: string): Promise<boolean>;
  /** Removes what uploads left behind. `isNamed` decides over files whose transaction had an unknown end. */
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

/** Built from ids only, never from a name. The folder is the id's last byte: random, while its first are the time. */
export function storageKey(orgId: string, fileId: string): string {
  if (!ID.test(orgId) || !ID.test(fileId)) throw new Error('Not an id for a storage key');
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
