/**
 * The first segment of a message as bytes: what must be known before the charset is, and what an answer repeats
 * unchanged. Texts are latin1, one character per byte, so that they go back as the bytes they were.
 */
export interface Header {
  separator: string;
  /** MSH-2. */
  encoding: string;
  /** As HL7 counts: `field(1)` is the separator. '' when absent. */
  field(number: number): string;
}

/** Longer first segments than this are no header. */
const MAX_HEADER_BYTES = 256 * 1024;
const CR = 0x0d;
const LF = 0x0a;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Where the message begins: after a byte order mark, NUL, VT, line ends and blanks. */
export function startOfMessage(bytes: Buffer, from = 0): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte !== undefined && byte <= 0x20) at++;
    else if (byte === 0xef && bytes.subarray(at, at + 3).equals(BOM)) at += 3;
    else return at;
  }
}

/** Null when the bytes do not begin with MSH and a separator. */
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

/** Letters, digits, blanks and bytes above ASCII cannot separate. */
export function isSeparator(character: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(character);
}
