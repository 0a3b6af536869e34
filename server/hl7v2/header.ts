/**
 * The first segment of a message as bytes: needed before the charset is known, and repeated unchanged in
 * acknowledgments. Texts are latin1, one character per byte, so that they convert back to the same bytes.
 */
export interface Header {
  separator: string;
  /** MSH-2. */
  encoding: string;
  /** HL7 numbering: `field(1)` is the separator. '' if absent. */
  field(number: number): string;
}

/** A longer first segment is not a header. */
const MAX_HEADER_BYTES = 256 * 1024;
const CR = 0x0d;
const LF = 0x0a;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Skips a byte order mark, NUL, VT, line ends and spaces before the message. */
export function startOfMessage(bytes: Buffer, from = 0): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte !== undefined && byte <= 0x20) at++;
    else if (byte === 0xef && bytes.subarray(at, at + 3).equals(BOM)) at += 3;
    else return at;
  }
}

/** Null if the bytes do not start with MSH and a separator. */
export function readHeader(bytes: Buffer): Header | null {
  const start = startOfMessage(bytes);
  const line = bytes.subarray(start, start + MAX_HEADER_BYTES);
  const ends = [line.indexOf(CR), line.indexOf(LF)].filter((end) => end !== -1);
  const text = line.subarray(0, Math.min(...ends, line.length)).toString('latin1');
  const separator = text.charAt(3);
  if (!text.startsWith('MSH') || !isSeparator(separator)) return null;
  const fields = text.split(separator, 100);
  return {
    separator,
    encoding: fields[1] ?? '',
    field: (number) => (number === 1 ? separator : (fields[number - 1] ?? '')),
  };
}

/** Letters, digits, spaces and non-ASCII bytes are not allowed as separators. */
export function isSeparator(character: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(character);
}
