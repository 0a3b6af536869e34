import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** Checks that need the whole file. Reads in chunks and never holds the file. */

const PIECE = 256 * 1024;

export type TextCharset = 'utf-8' | 'utf-16' | 'windows-1252';

// Control characters allowed in text: tab, line feed, form feed, carriage return.
const isBinary = (byte: number): boolean => (byte < 32 && ![9, 10, 12, 13].includes(byte)) || byte === 127;

/** Unassigned bytes of windows-1252 (WHATWG encoding index), which covers ISO 8859-1. */
const UNASSIGNED = /[\x81\x8d\x8f\x90\x9d]/;

/** Charset of a plain text file; null if it is not text. A file that starts like UTF-16 is UTF-16 or not text. */
export async function textCharset(file: string, head: Buffer): Promise<TextCharset | null> {
  const utf16 = utf16Of(head);
  if (utf16) return (await isUtf16(file, utf16)) ? 'utf-16' : null;
  return head.includes(0) ? null : byteCharset(file);
}

/** By the byte order mark, which takes precedence for readers. */
function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0);
  return mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : null;
}

// As `isBinary`, and the noncharacters.
const NO_TEXT = /(?![\t\n\f\r\x80-\x9f])\p{Cc}|[\ufdd0-\ufdef\ufffe\uffff]/u;

async function isUtf16(file: string, encoding: 'utf-16le' | 'utf-16be'): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Buffer>)
      if (NO_TEXT.test(decoder.decode(piece, { stream: true }))) return false;
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}

/** Avoids a loop over single bytes, which takes longer for fifty million of them than receiving them. */
async function byteCharset(file: string): Promise<TextCharset | null> {
  let utf8 = true;
  let western = true;
  let cut: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    if (holdsBinary(piece)) return null;
    if (cut.length === 0 && isAscii(piece)) continue;
    if (western && UNASSIGNED.test(piece.toString('latin1'))) western = false;
    if (utf8) {
      const joined = cut.length === 0 ? piece : Buffer.concat([cut, piece]);
      const whole = joined.length - openSequence(joined);
      utf8 = isUtf8(joined.subarray(0, whole));
      cut = joined.subarray(whole);
    }
    if (!utf8 && !western) return null;
  }
  return utf8 && cut.length === 0 ? 'utf-8' : western ? 'windows-1252' : null;
}

/**
 * Tests four bytes at once. The sums carry a bit out of a byte below the space, or DEL, and sometimes out of a
 * non-ASCII byte: those words are checked byte by byte.
 */
function holdsBinary(piece: Buffer): boolean {
  const unaligned = Math.min((4 - (piece.byteOffset % 4)) % 4, piece.length);
  const words = new Int32Array(piece.buffer, piece.byteOffset + unaligned, (piece.length - unaligned) >> 2);
  const end = unaligned + words.length * 4;
  if (piece.subarray(0, unaligned).some(isBinary) || piece.subarray(end).some(isBinary)) return true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const del = word ^ 0x7f7f7f7f;
    const found = ((word - 0x20202020) & ~word) | ((del - 0x01010101) & ~del);
    if ((found & 0x80808080) === 0) continue;
    const from = unaligned + at * 4;
    for (let place = from; place < from + 4; place++) if (isBinary(piece[place]!)) return true;
  }
  return false;
}

/** Length of an incomplete UTF-8 sequence at the end, whose rest may be in the next chunk. */
function openSequence(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

// ISO 32000-2, 7.5.5: the trailer's entry is a dictionary or a reference to one; `/EncryptMetadata` is another name.
const ENCRYPT_ENTRY = /\/Encrypt[\s\0]*(?:\d+[\s\0]+\d+[\s\0]+R|<<)/;
const OVERLAP = 64;

/** True if the PDF references an encryption dictionary: it needs a password or restricts its use. */
export async function isEncryptedPdf(file: string): Promise<boolean> {
  let tail = '';
  for await (const piece of createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    const window = tail + piece.toString('latin1');
    if (ENCRYPT_ENTRY.test(window)) return true;
    tail = window.slice(-OVERLAP);
  }
  return false;
}
