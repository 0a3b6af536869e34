import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
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

type SealLine = { [Column in keyof SealText]: string };

const asText = (seal: SealText): SealLine => ({
  ...seal,
  row_hashes: seal.row_hashes.toString('hex'),
  previous_hash: seal.previous_hash.toString('hex'),
  hash: seal.hash.toString('hex'),
});

const fromText = (seal: SealLine): SealText => ({
  ...seal,
  row_hashes: Buffer.from(seal.row_hashes, 'hex'),
  previous_hash: Buffer.from(seal.previous_hash, 'hex'),
  hash: Buffer.from(seal.hash, 'hex'),
});

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

/**
 * Reads a file and recomputes every hash in it.
 * @throws Error if the file cannot be read, is damaged, or is no archive
 */
export async function readArchive(file: string): Promise<ArchiveContent> {
  const read = new ArchiveReader();
  await pipeline(createReadStream(file), createGunzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const line of linesIn(source)) read.line(line);
  });
  return read.end();
}

/** Not `readline`, which also ends a line at U+2028, and JSON does not escape that. */
async function* linesIn(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
}

type Line = { seal?: SealLine; row?: RowText } & Record<string, unknown>;

class ArchiveReader {
  private content: ArchiveContent | null = null;
  private seal: SealText | null = null;
  private hashes: Buffer[] = [];

  line(text: string): void {
    const line = JSON.parse(text) as Line;
    if (!this.content) this.content = headOf(line);
    else if (line.seal) this.addSeal(this.content, fromText(line.seal));
    else if (line.row) {
      this.content.rows++;
      this.hashes.push(rowHash(line.row));
    } else this.content.faults.push('A line is neither a seal nor a row.');
  }

  private addSeal(content: ArchiveContent, next: SealText): void {
    this.endSeal(content);
    const expected = this.seal?.hash ?? next.previous_hash;
    const number = content.from + content.hashes.length;
    const isNext = next.previous_hash.equals(expected) && Number(next.number) === number;
    if (!isNext || !sealHash(next).equals(next.hash))
      content.faults.push(`Seal ${number} does not follow from the one before it, or was changed.`);
    if (!this.seal) content.previousHash = next.previous_hash.toString('hex');
    content.hashes.push(next.hash.toString('hex'));
    this.seal = next;
  }

  private endSeal(content: ArchiveContent): void {
    const sealed = this.seal?.row_hashes ?? Buffer.alloc(0);
    if (!Buffer.concat(this.hashes).equals(sealed))
      content.faults.push(
        this.seal
          ? `The rows of seal ${this.seal.number} do not match it.`
          : 'There are rows before the first seal.',
      );
    this.hashes = [];
  }

  end(): ArchiveContent {
    if (!this.content) throw new Error('the file is empty');
    this.endSeal(this.content);
    if (this.content.hashes.length !== this.content.to - this.content.from + 1)
      this.content.faults.push('The file is not complete.');
    return this.content;
  }
}

function headOf({ format, org, first_seal, last_seal }: Line): ArchiveContent {
  const orgId = typeof org === 'string' ? readId('organization', org) : null;
  if (format !== FORMAT || !orgId || !Number.isSafeInteger(first_seal) || !Number.isSafeInteger(last_seal))
    throw new Error('it is not an archive file of the audit');
  return {
    orgId,
    from: Number(first_seal),
    to: Number(last_seal),
    rows: 0,
    hashes: [],
    previousHash: '',
    faults: [],
  };
}
