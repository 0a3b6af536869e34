import { once } from 'node:events';
import { createDeflate, createDeflateRaw } from 'node:zlib';
import { crc32 } from '../../support/crc32';

/** Files that make a careless reader use much memory or time (D-10). */

export interface Bomb {
  name: string;
  bytes: Buffer;
}

const MB = 1024 * 1024;

async function zeros(megabytes: number, packer: ReturnType<typeof createDeflate>): Promise<Buffer> {
  const packed: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => packed.push(chunk));
  const ended = once(packer, 'end');
  const piece = Buffer.alloc(MB);
  for (let at = 0; at < megabytes; at++) if (!packer.write(piece)) await once(packer, 'drain');
  packer.end();
  await ended;
  return Buffer.concat(packed);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0);
  return Buffer.concat([head, data, sum]);
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
function pngHead(width: number, height: number): Buffer {
  const data = Buffer.from('00000000000000000100000000', 'hex');
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return Buffer.concat([PNG, pngChunk('IHDR', data)]);
}

function zipEntry(name: string, packed: Buffer, size: number): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(Math.min(size, 0xffffffff), 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed]);
}

const filled = (size: number, start: string, word: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(size - start.length, word)]);

/** @param limit the largest accepted file */
export async function bombs(limit: number): Promise<Bomb[]> {
  const gigabyte = await zeros(1024, createDeflateRaw({ level: 1 }));
  const laughs = Array.from(
    { length: 10 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('');
  const deep = 10_000_000;
  return [
    {
      name: 'PNG of 64k x 64k, half a gigabyte unpacked',
      bytes: Buffer.concat([
        pngHead(65_535, 65_535),
        pngChunk('IDAT', await zeros(512, createDeflate({ level: 1 }))),
        pngChunk('IEND', Buffer.alloc(0)),
      ]),
    },
    {
      name: 'PNG of empty chunks',
      bytes: Buffer.concat([pngHead(1, 1), Buffer.alloc(limit - 33, pngChunk('teSt', Buffer.alloc(0)))]),
    },
    { name: 'ZIP of a gigabyte', bytes: zipEntry('a', gigabyte, 1024 * MB) },
    {
      name: 'DOCX whose table of types is a gigabyte',
      bytes: zipEntry('[Content_Types].xml', gigabyte, 1024 * MB),
    },
    { name: 'EPUB whose type is a gigabyte', bytes: zipEntry('mimetype', gigabyte, 1024 * MB) },
    { name: 'ZIP of a million entries', bytes: Buffer.alloc(limit, zipEntry('x', Buffer.alloc(0), 0)) },
    {
      name: 'ZIP in ZIP, ten deep',
      bytes: Array.from({ length: 10 }).reduce<Buffer>(
        (inner) => zipEntry('a.zip', inner, inner.length),
        gigabyte,
      ),
    },
    { name: 'PDF of words that might mean encryption', bytes: filled(limit, '%PDF-1.7\n', '/Encrypt') },
    {
      name: 'PDF of words that nearly mean encryption',
      bytes: filled(limit, '%PDF-1.7\n', `/Encrypt ${'9'.repeat(40)} `),
    },
    { name: 'text of the limit', bytes: filled(limit, '', 'a letter, ') },
    { name: 'text of the limit, every byte beyond ASCII', bytes: filled(limit, '', '\u00e9\u4e2d') },
    {
      name: 'text that is UTF-8 up to its last byte',
      bytes: Buffer.concat([filled(limit - 1, '', 'a'), Buffer.from([0x81])]),
    },
    {
      name: 'XML of a billion laughs',
      bytes: Buffer.from(
        `<!DOCTYPE l [<!ENTITY l0 "ha">${laughs}]><ClinicalDocument xmlns="urn:hl7-org:v3">&l10;</ClinicalDocument>`,
      ),
    },
    { name: 'XML of ten million spaces', bytes: filled(deep, '', ' ') },
    { name: 'XML of comments', bytes: filled(deep, '', '<!---->') },
    { name: 'XML, very deep', bytes: filled(deep, '<ClinicalDocument xmlns="urn:hl7-org:v3">', '<a>') },
    { name: 'RTF, very deep', bytes: filled(deep, '{\\rtf1', '{') },
    { name: 'GIF of 64k x 64k', bytes: filled(1000, 'GIF89a\xff\xff\xff\xff', '\0') },
    {
      name: 'TIFF whose directory leads to itself',
      bytes: filled(1000, 'II*\0\x08\0\0\0\x00\x00\x08\0\0\0', '\x08\0\0\0'),
    },
    { name: 'HEIC of boxes', bytes: filled(deep, '\0\0\0\x18ftypheic', '\0\0\0\x08free') },
    { name: 'MP3 tag with a huge declared size', bytes: filled(1000, 'ID3\x03\0\0\x7f\x7f\x7f\x7f', 'a') },
    {
      name: 'Matroska of elements',
      bytes: filled(deep, '\x1a\x45\xdf\xa3\x08\xff\xff\xff\xff\xff\xff\xff', '\x42\x86\x81\x01'),
    },
    {
      name: 'ASF of objects',
      bytes: filled(deep, '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9', '\x18\0\0\0\0\0\0\0'),
    },
  ];
}
