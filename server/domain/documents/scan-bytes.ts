import { createReadStream } from 'node:fs';

/** Questions that need the whole file and not just its first bytes. Reads in pieces; never holds the file. */

const PIECE = 256 * 1024;

export type TextCharset = 'utf-8' | 'windows-1252';

// What text may hold below the space: tab, line feed, form feed, carriage return.
const BINARY = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 32 && ![9, 10, 12, 13].includes(byte)) || byte === 127 ? 1 : 0,
);
/** Holes of windows-1252 (WHATWG encoding index), which covers ISO 8859-1. */
const UNASSIGNED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Charset of a plain text file; null when it is not text. */
export async function textCharset(file: string): Promise<TextCharset | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let utf8 = true;
  let western = true;
  const decode = (piece?: Buffer) => {
    try {
      if (utf8) decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      utf8 = false;
    }
  };
  for await (const piece of createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!;
      if (BINARY[byte] === 1) return null;
      if (byte > 127 && UNASSIGNED.has(byte)) western = false;
    }
    decode(piece);
    if (!utf8 && !western) return null;
  }
  decode();
  return utf8 ? 'utf-8' : western ? 'windows-1252' : null;
}

const ENCRYPT = Buffer.from('/Encrypt');
// ISO 32000-2, 7.5.5: the trailer's entry is a dictionary or a reference to one; `/EncryptMetadata` is another name.
const ENCRYPT_ENTRY = /\/Encrypt[\s\0]*(?:\d+[\s\0]+\d+[\s\0]+R|<<)/;
const OVERLAP = 64;

/** True when the PDF names an encryption dictionary: it opens with a password only, or limits what may be done. */
export async function isEncryptedPdf(file: string): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const piece of createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    const window = Buffer.concat([tail, piece]);
    for (let at = window.indexOf(ENCRYPT); at !== -1; at = window.indexOf(ENCRYPT, at + 1)) {
      if (ENCRYPT_ENTRY.test(window.toString('latin1', at, at + OVERLAP))) return true;
    }
    tail = window.subarray(-OVERLAP);
  }
  return false;
}
