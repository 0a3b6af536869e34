import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readId, showId } from '../../shared/ids';
import { rowHash, sealHash, type RowText, type SealText } from '../verify/encoding';
import { compareKeys, rowsOf, sealsOf, SETTINGS, type Reader } from '../verify/streams';

/**
 * A file with consecutive seals of one organization and their rows: gzip, one JSON object per line (docs/audit-encoding.md,
 * "An archive file"). Complete without the database.
 */

const FORMAT = 'clinical audit archive 1';

export interface ArchivedPart {
  /** UUID */
  orgId: string;
  /** Numbers of the seals. */
  from: number;
  to: number;
}

interface WrittenFile {
  fileName: string;
  /** Hex. */
  sha256: string;
  rows: number;
}

/** A sealed row was changed or is missing: nothing may be removed before a person has looked at it. */
class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/**
 * Writes the file, durable when this resolves.
 * @param reader a connection inside a transaction with one snapshot
 * @throws ArchiveError if the rows do not match their seals
 */
export async function writeArchive(reader: Reader, folder: string, part: ArchivedPart): Promise<WrittenFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileName = `audit-${showId('organization', part.orgId)}-${part.from}-${part.to}.ndjson.gz`;
  const target = path.join(folder, fileName);
  const partial = `${target}.${randomUUID()}.partial`;
  const counted = { rows: 0 };
  try {
    await pipeline(
      Readable.from(linesOf(reader, part, counted)),
      createGzip(),
      createWriteStream(partial, { mode: 0o600 }),
    );
    const handle = await open(partial, 'r+');
    await handle.sync();
    await handle.close();
    const sha256 = await sha256Of(partial);
    // After a restore of the database, the same rows may be archived again.
    const before = await sha256Of(target).catch(() => sha256);
    if (before !== sha256) throw new ArchiveError(`${fileName} exists with other content.`);
    await rename(partial, target);
    return { fileName, sha256, rows: counted.rows };
  } finally {
    await rm(partial, { force: true });
  }
}

async function* linesOf(
  reader: Reader,
  part: ArchivedPart,
  counted: { rows: number },
): AsyncGenerator<string> {
  const { orgId, from, to } = part;
  await reader.query(SETTINGS);
  const seals = await sealsOf(reader, orgId, part);
  const rows = await rowsOf(reader, orgId, part);
  const line = (content: object) => `${JSON.stringify(content)}\n`;
  yield line({ format: FORMAT, org: showId('organization', orgId), first_seal: from, last_seal: to });
  let next = from;
  for (let seal = await seals.take(); seal; seal = await seals.take()) {
    const last = { txid: seal.last_txid, id: seal.last_id };
    const lines: string[] = [];
    const hashes: Buffer[] = [];
    await rows.takeWhile((row) => {
      if (compareKeys({ txid: row.txid!, id: row.id! }, last) > 0) return false;
      lines.push(line({ row }));
      hashes.push(rowHash(row));
      return true;
    });
    const isIntact = sealHash(seal).equals(seal.hash) && Buffer.concat(hashes).equals(seal.row_hashes);
    if (Number(seal.number) !== next || !isIntact)
      throw new ArchiveError(`Seal ${next} of ${showId('organization', orgId)} does not match its rows.`);
    next++;
    counted.rows += lines.length;
    yield line({ seal: asText(seal) });
    if (lines.length > 0) yield lines.join('');
  }
  if (next !== to + 1) throw new ArchiveError(`Seal ${next} of ${showId('organization', orgId)} is missing.`);
  await seals.close();
  await rows.close();
}

const BYTES = ['row_hashes', 'previous_hash', 'hash'] as const;

const asText = (seal: SealText): object => ({
  ...seal,
  ...Object.fromEntries(BYTES.map((name) => [name, seal[name].toString('hex')])),
});

const fromText = (seal: Record<string, string>): SealText =>
  ({
    ...seal,
    ...Object.fromEntries(BYTES.map((name) => [name, Buffer.from(seal[name] ?? '', 'hex')])),
  }) as never;

/** Hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

export interface ArchiveContent extends ArchivedPart {
  rows: number;
  /** Hex, of each seal in order. */
  hashes: string[];
  previousHash: string;
  /** Sentences; empty if every row matches its seal and every seal the one before it. */
  faults: string[];
}

/** Reads a file and recomputes every hash in it. */
export async function readArchive(file: string): Promise<ArchiveContent> {
  const content: ArchiveContent = {
    orgId: '',
    from: 0,
    to: 0,
    rows: 0,
    hashes: [],
    previousHash: '',
    faults: [],
  };
  let seal: SealText | null = null;
  let hashes: Buffer[] = [];
  const endSeal = () => {
    if (seal && !Buffer.concat(hashes).equals(seal.row_hashes))
      content.faults.push(`The rows of seal ${seal.number} do not match it.`);
    hashes = [];
  };
  const input = createReadStream(file).pipe(createGunzip());
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    const line = JSON.parse(text) as { seal?: Record<string, string>; row?: RowText } & Record<
      string,
      unknown
    >;
    if (line.row) {
      content.rows++;
      hashes.push(rowHash(line.row));
    } else if (line.seal) {
      endSeal();
      const next = fromText(line.seal);
      const expected = seal ? seal.hash : next.previous_hash;
      const number = content.from + content.hashes.length;
      if (
        !sealHash(next).equals(next.hash) ||
        !next.previous_hash.equals(expected) ||
        Number(next.number) !== number
      )
        content.faults.push(`Seal ${number} does not follow from the one before it, or was changed.`);
      if (!seal) content.previousHash = next.previous_hash.toString('hex');
      content.hashes.push(next.hash.toString('hex'));
      seal = next;
    } else readHead(content, line);
  }
  endSeal();
  if (content.hashes.length !== content.to - content.from + 1)
    content.faults.push('The file is not complete.');
  return content;
}

function readHead(content: ArchiveContent, line: Record<string, unknown>): void {
  const orgId = typeof line.org === 'string' ? readId('organization', line.org) : null;
  if (line.format !== FORMAT || !orgId || content.orgId) throw new Error('Not an archive file of the audit.');
  Object.assign(content, { orgId, from: Number(line.first_seal), to: Number(line.last_seal) });
}
