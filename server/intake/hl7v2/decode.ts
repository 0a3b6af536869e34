import { isAscii, isUtf8 } from 'node:buffer';
import { charsetNamed, declaredCharset, decodeAs, type Charset } from './charset';
import { readHeader } from './header';
import { Warnings, type Warning } from './warnings';

/**
 * Bytes of one message → text. By byte order mark, else MSH-18, else the charset of the connection, else UTF-8 if
 * the bytes are that, else windows-1252. Never fails: what cannot be read becomes U+FFFD, with a warning; the bytes
 * themselves are kept by whoever received them.
 */
export interface DecodedText {
  text: string;
  /** What was used, as TextDecoder calls it. */
  charset: string;
  warnings: Warning[];
}

/** @param connectionCharset name in the words of MSH-18; used where the message says nothing. */
export function decodeMessage(bytes: Buffer, connectionCharset?: string | null): DecodedText {
  const warnings = new Warnings();
  const { text, charset } = decodeBytes(bytes, connectionCharset ?? null, warnings);
  const stripped = strip(text);
  const clean = stripped.replaceAll('\0', '\uFFFD');
  if (clean !== stripped)
    warnings.add(
      'nul_characters',
      null,
      'The message has NUL characters inside; each is shown as a replacement character.',
    );
  if (stripped.includes('\uFFFD'))
    warnings.add(
      'characters_unreadable',
      null,
      'Some characters could not be read in the charset of the message; its bytes are kept.',
    );
  return { text: clean, charset, warnings: warnings.list };
}

/** Byte order marks, NUL, VT, FS and white space around the message. */
function strip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isStray(text.charCodeAt(from))) from++;
  while (to > from && isStray(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}
const isStray = (code: number): boolean => code <= 0x20 || code === 0xfeff;

type Decoding = Pick<DecodedText, 'text' | 'charset'>;

function decodeBytes(bytes: Buffer, connection: string | null, warnings: Warnings): Decoding {
  const sixteen = utf16(bytes);
  if (sixteen) return { text: new TextDecoder(sixteen).decode(bytes), charset: sixteen };
  const marked = bytes.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf';
  const charset = marked ? UTF8 : chosen(bytes, connection, warnings);
  if (charset === null) return guess(bytes);
  if (charset.kind === 'utf8') return utf8(bytes, warnings);
  if (charset.kind === 'multi') return plain(bytes, charset.label);
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), charset: charset.label };
  // By chance, bytes of another set are hardly ever good UTF-8; senders that say one thing and send the other are
  // common.
  const real = strictUtf8(bytes);
  if (real === null && charset.kind === 'single') return plain(bytes, charset.label);
  warnings.add(
    'charset_contradicted',
    'MSH[1]-18',
    `The message declares another charset than it uses; it was read as ${real === null ? 'windows-1252' : 'UTF-8'}.`,
  );
  return real === null ? plain(bytes, 'windows-1252') : { text: real, charset: 'utf-8' };
}

const UTF8: Charset = { label: 'utf-8', kind: 'utf8' };

/** What the message declares, else what the connection is set to; null: nothing that is known. */
function chosen(bytes: Buffer, connection: string | null, warnings: Warnings): Charset | null {
  const header = readHeader(bytes);
  const declared = header ? declaredCharset(header.field(18), header.encoding.charAt(1) || '~') : null;
  if (declared !== null && declared !== 'unknown') return declared;
  if (declared === 'unknown')
    warnings.add(
      'charset_unknown',
      'MSH[1]-18',
      'The charset of the message is not known; the one of the connection, UTF-8 or windows-1252 was used.',
    );
  return connection === null ? null : charsetNamed(connection);
}

/** By its mark, or by the head of a message in two bytes for each character. */
export function utf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  const head = bytes.subarray(0, 6).toString('latin1');
  if (/^(M\0S\0H|F\0H\0S|B\0H\0S)\0$/.test(head)) return 'utf-16le';
  return /^\0(M\0S\0H|F\0H\0S|B\0H\0S)$/.test(head) ? 'utf-16be' : null;
}

function guess(bytes: Buffer): Decoding {
  const text = strictUtf8(bytes);
  return text === null ? plain(bytes, 'windows-1252') : { text, charset: 'utf-8' };
}

/** Declared UTF-8 that is not: line by line, so that one bad line spoils no other. */
function utf8(bytes: Buffer, warnings: Warnings): Decoding {
  const whole = strictUtf8(bytes);
  if (whole !== null) return { text: whole, charset: 'utf-8' };
  warnings.add(
    'charset_contradicted',
    'MSH[1]-18',
    'The message declares UTF-8 and has lines that are not; these were read as windows-1252.',
  );
  const lines: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = endOfLine(bytes, from);
    lines.push(guess(bytes.subarray(from, end)).text);
    from = end;
  }
  return { text: lines.join(''), charset: 'utf-8' };
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x0d && bytes[at] !== 0x0a) at++;
  return Math.min(at + 1, bytes.length);
}

const strictUtf8 = (bytes: Buffer): string | null =>
  isUtf8(bytes) ? new TextDecoder('utf-8').decode(bytes) : null;

const plain = (bytes: Buffer, label: string): Decoding => ({ text: decodeAs(bytes, label), charset: label });
