import { open, type FileHandle } from 'node:fs/promises';

/**
 * Recognizes Word documents among OLE compound files (MS-CFB), which include XLS, PPT, MSG and MSI. Reads only the
 * directory and the first bytes of one stream.
 */

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
// MS-CFB 2.2: header offsets.
const SECTOR_SHIFT = 30;
const FIRST_DIRECTORY_SECTOR = 48;
const FIRST_DIFAT_SECTOR = 68;
const DIFAT = 76;
const DIFAT_IN_HEADER = 109;
const HEADER_BYTES = 512;
const MAX_REGULAR_SECTOR = 0xfffffffa;
// MS-CFB 2.6.1: directory entry offsets.
const ENTRY_BYTES = 128;
const NAME_LENGTH = 64;
const OBJECT_TYPE = 66;
const STREAM = 2;
const LEFT = 68;
const RIGHT = 72;
const CHILD = 76;
const START = 116;
const SIZE = 120;
const MINI_STREAM_CUTOFF = 4096;
// MS-DOC 2.5.1 (FibBase): 0xA5EC since Word 97, 0xA5DC in Word 6 and 95.
const WORD_MARKS = [0xa5ec, 0xa5dc];
const FLAGS = 10;
const ENCRYPTED = 0x0100;

/** A malicious file could have chains as long as itself, or circular ones. */
const MOST_SECTORS = 256;

export const isCompoundFile = (head: Buffer): boolean => head.subarray(0, 8).equals(SIGNATURE);

/** @returns null if the compound file is not a Word document */
export async function readWordBinary(path: string): Promise<{ encrypted: boolean } | null> {
  const file = await open(path, 'r');
  try {
    return await findWordDocument(file);
  } finally {
    await file.close();
  }
}

async function findWordDocument(file: FileHandle): Promise<{ encrypted: boolean } | null> {
  const header = await read(file, 0, HEADER_BYTES);
  const shift = header?.readUInt16LE(SECTOR_SHIFT);
  if (!header || (shift !== 9 && shift !== 12)) return null;
  const sectorBytes = 2 ** shift;
  const layout = { header, sectorBytes, placeOf: (sector: number) => (sector + 1) * sectorBytes };
  const stream = mainStream(await readDirectory(file, layout));
  if (!stream) return null;
  // Small streams are stored elsewhere; some programs write short letters that way.
  if (stream.readUInt32LE(SIZE) < MINI_STREAM_CUTOFF) return { encrypted: false };
  return readMark(file, layout.placeOf(stream.readUInt32LE(START)));
}

async function readDirectory(file: FileHandle, layout: Layout): Promise<Buffer> {
  const sectors: Buffer[] = [];
  let sector = layout.header.readUInt32LE(FIRST_DIRECTORY_SECTOR);
  while (sector < MAX_REGULAR_SECTOR && sectors.length < MOST_SECTORS) {
    const bytes = await read(file, layout.placeOf(sector), layout.sectorBytes);
    if (!bytes) break;
    sectors.push(bytes);
    sector = await nextSector(file, layout, sector);
  }
  return Buffer.concat(sectors);
}

/** Only in the root: a spreadsheet may embed a whole Word document further down. */
function mainStream(directory: Buffer): Buffer | null {
  const entries = directory.length / ENTRY_BYTES;
  const open = entries === 0 ? [] : [directory.readUInt32LE(CHILD)];
  const seen = new Set<number>();
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (index >= entries || seen.has(index)) continue;
    seen.add(index);
    const entry = directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    if (entry[OBJECT_TYPE] === STREAM && nameOf(entry) === 'WordDocument') return entry;
    open.push(entry.readUInt32LE(LEFT), entry.readUInt32LE(RIGHT));
  }
  return null;
}

const nameOf = (entry: Buffer): string =>
  entry.toString('utf16le', 0, Math.min(Math.max(entry.readUInt16LE(NAME_LENGTH) - 2, 0), NAME_LENGTH));

async function readMark(file: FileHandle, place: number): Promise<{ encrypted: boolean } | null> {
  const start = await read(file, place, 12);
  if (!start || !WORD_MARKS.includes(start.readUInt16LE(0))) return null;
  return { encrypted: (start.readUInt16LE(FLAGS) & ENCRYPTED) !== 0 };
}

interface Layout {
  header: Buffer;
  sectorBytes: number;
  placeOf: (sector: number) => number;
}

/** Uses the allocation table (FAT), whose own sectors are listed in the header and the DIFAT chain. */
async function nextSector(file: FileHandle, layout: Layout, sector: number): Promise<number> {
  const perSector = layout.sectorBytes / 4;
  const table = await tableSector(file, layout, Math.floor(sector / perSector));
  const entry = table === null ? null : await read(file, layout.placeOf(table) + (sector % perSector) * 4, 4);
  return entry?.readUInt32LE(0) ?? MAX_REGULAR_SECTOR;
}

async function tableSector(
  file: FileHandle,
  { header, sectorBytes, placeOf }: Layout,
  index: number,
): Promise<number | null> {
  if (index < DIFAT_IN_HEADER) return header.readUInt32LE(DIFAT + index * 4);
  const perSector = sectorBytes / 4 - 1;
  let rest = index - DIFAT_IN_HEADER;
  let sector = header.readUInt32LE(FIRST_DIFAT_SECTOR);
  for (let seen = 0; sector < MAX_REGULAR_SECTOR && seen < MOST_SECTORS; seen++) {
    const list = await read(file, placeOf(sector), sectorBytes);
    if (!list) return null;
    if (rest < perSector) return list.readUInt32LE(rest * 4);
    rest -= perSector;
    sector = list.readUInt32LE(sectorBytes - 4);
  }
  return null;
}

async function read(file: FileHandle, place: number, length: number): Promise<Buffer | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, place);
  return bytesRead === length ? buffer : null;
}
