import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { readId } from '../shared/ids';

/**
 * The anchor file: the newest seal of each organization, one JSON line each, outside the database. Someone who can
 * rewrite the whole database can forge a new chain, but cannot change a copy of this file elsewhere. Copying the file
 * off the machine is up to the operator (docs/operations.md).
 */

export interface Head {
  /** `org_…` */
  org: string;
  number: number;
  /** Hex. */
  hash: string;
}

/** Seals of one organization that a restore has lost. */
export interface Loss {
  from: number;
  to: number;
  /** Time of the newest lost line. Later lines with these numbers are of the restored audit. */
  until: string;
}

/** The line of a declared restore. Only the operator's command writes it, so the database alone cannot excuse a loss. */
interface Declaration extends Loss {
  /** Of the transaction that declared the restore. */
  txid: string;
  /** Hash (hex) of the audit row that declares the restore; null if the organization itself was lost. */
  row: string | null;
}

/** Rows that were written to an archive file and removed. Their seals still exist. */
export interface Archived {
  /** Numbers of the seals. */
  from: number;
  to: number;
  /** Of the file, hex. */
  sha256: string;
}

interface InFile {
  orgId: string;
  at: string;
  /** Its number in the file. */
  line: number;
}
export type SealLine = { kind: 'seal' } & Head & InFile;
export type DeclarationLine = { kind: 'restored'; org: string } & Declaration & InFile;
export type ArchiveLine = { kind: 'archived'; org: string } & Archived & InFile;
type AnchorLine = SealLine | DeclarationLine | ArchiveLine;

export const headLine = ({ org, number, hash }: Head, at: Date): string =>
  JSON.stringify({ org, number, hash, at: at.toISOString() });

export const declarationLine = (org: string, restored: Declaration, at: Date): string =>
  JSON.stringify({ org, at: at.toISOString(), restored });

export const archiveLine = (org: string, archived: Archived, at: Date): string =>
  JSON.stringify({ org, at: at.toISOString(), archived });

/** Opened each time, so that log rotation may move the file at any moment. */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    // A line truncated by a crash must not corrupt the next one.
    const start = size > 0 && last[0] !== 0x0a ? '\n' : '';
    await handle.appendFile(`${start}${lines.join('\n')}\n`);
    await handle.datasync();
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}

/** The name of a new file is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => undefined); // not supported everywhere
  await handle.close();
}

export interface AnchorFile {
  path: string;
  /** Lines written later refer to seals outside the database snapshot. */
  size: number;
}

/** Called before the database snapshot is taken. Throws if the file cannot be read. */
export async function openAnchorFile(file: string): Promise<AnchorFile> {
  const found = await stat(file);
  if (!found.isFile()) throw Object.assign(new Error('not a file'), { code: 'EISDIR' });
  return { path: file, size: found.size };
}

/** @param last reads the end of this size only. @yields null for a line that cannot be read */
export async function* readLines(file: AnchorFile, last = Infinity): AsyncGenerator<AnchorLine | null> {
  if (file.size === 0) return;
  const start = Math.max(0, file.size - last);
  const input = createReadStream(file.path, { encoding: 'utf8', start, end: file.size - 1 });
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line++;
    const isCut = start > 0 && line === 1;
    if (text.trim() && !isCut) yield parseLine(text, line);
  }
}

const isNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31;
const HASH = /^[0-9a-f]{64}$/;
const TXID = /^[1-9]\d{0,18}$/;

function parseLine(text: string, line: number): AnchorLine | null {
  try {
    const { org, number, hash, at, restored, archived } = JSON.parse(text) as Record<string, unknown>;
    const orgId = typeof org === 'string' ? readId('organization', org) : null;
    if (!orgId || typeof org !== 'string' || typeof at !== 'string') return null;
    if (restored !== undefined) {
      const { row, txid, from, to, until } = restored as Record<string, unknown>;
      if (!isNumber(from) || !isNumber(to) || typeof until !== 'string') return null;
      if (typeof txid !== 'string' || !TXID.test(txid)) return null;
      if (row !== null && (typeof row !== 'string' || !HASH.test(row))) return null;
      return { kind: 'restored', line, orgId, org, at, row, txid, from, to, until };
    }
    if (archived !== undefined) {
      const { from, to, sha256 } = archived as Record<string, unknown>;
      if (!isNumber(from) || !isNumber(to) || typeof sha256 !== 'string' || !HASH.test(sha256)) return null;
      return { kind: 'archived', line, orgId, org, at, from, to, sha256 };
    }
    if (!isNumber(number) || typeof hash !== 'string') return null;
    return { kind: 'seal', line, orgId, org, number, hash, at };
  } catch {
    return null;
  }
}

/** Whether a declared restore explains that this line has no seal. */
export const covers = (loss: Loss, { number, at }: { number: number; at: string }): boolean =>
  number >= loss.from && number <= loss.to && Date.parse(at) <= Date.parse(loss.until);

/** Seals that are new, and organizations whose chain no longer contains a seal written before. */
export function compareHeads(
  written: ReadonlyMap<string, Head>,
  current: readonly Head[],
): { fresh: Head[]; contradicted: string[] } {
  const now = new Map(current.map((head) => [head.org, head]));
  const fresh = current.filter(({ org, number, hash }) => {
    const known = written.get(org);
    return !known || known.number !== number || known.hash !== hash;
  });
  const contradicted = [...written.values()]
    .filter(({ org, number, hash }) => {
      const head = now.get(org);
      return !head || head.number < number || (head.number === number && head.hash !== hash);
    })
    .map(({ org }) => org);
  return { fresh, contradicted };
}
