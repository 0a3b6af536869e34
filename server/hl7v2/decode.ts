import { isAscii, isUtf8 } from 'node:buffer';
import { charsetNamed, declaredCharset, decodeAs, type Charset } from './charset';
import { readHeader } from './header';
import type { Warning } from '../data-types/inbound-message-codes';
import { Warnings } from './warnings';

/**
 * Decodes the bytes of one message: by byte order mark, else MSH-18, else the connection's charset, else UTF-8 if
 * valid, else windows-1252. Never fails: undecodable bytes become U+FFFD with a warning. The caller keeps the original
 * bytes.
 */
export interface DecodedText {
  text: string;
  /** The charset used, as a `decodeAs` label. */
  charset: string;
  /** Why some characters may be wrong. */
  doubts: CharsetDoubt[];
  warnings: Warning[];
}

/**
 * Non-ASCII bytes whose charset is a guess, because none is declared, the declared one is unknown, or the bytes are not
 * valid in it; and bytes without a meaning in the charset.
 */
export type CharsetDoubt = 'undeclared' | 'unknown' | 'contradicted' | 'unreadable';

/** @param connectionCharset an MSH-18 name, used if the message declares none */
export function decodeMessage(bytes: Buffer, connectionCharset?: string | null): DecodedText {
  const warnings = new Warnings();
  const doubts: CharsetDoubt[] = [];
  const { text, charset } = decodeBytes(bytes, connectionCharset ?? null, { warnings, doubts });
  const stripped = strip(text);
  const clean = stripped.replaceAll('\0', '\uFFFD');
  if (clean !== stripped)
    warnings.add(
      'nul_characters',
      null,
      'The message contains NUL characters; each is shown as a replacement character.',
    );
  if (clean.includes('\uFFFD')) doubts.push('unreadable');
  if (stripped.includes('\uFFFD'))
    warnings.add(
      'characters_unreadable',
      null,
      'Some characters are not valid in the character set of the message; its bytes are kept.',
    );
  return { text: clean, charset, doubts, warnings: warnings.list };
}

/** Removes byte order marks, NUL, VT, FS and white space around the message. */
function strip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isStray(text.charCodeAt(from))) from++;
  while (to > from && isStray(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}
const isStray = (code: number): boolean => code <= 0x20 || code === 0xfeff;

type Decoding = Pick<DecodedText, 'text' | 'charset'>;

interface Notes {
  warnings: Warnings;
  doubts: CharsetDoubt[];
}

function decodeBytes(bytes: Buffer, connection: string | null, notes: Notes): Decoding {
  const sixteen = utf16(bytes);
  if (sixteen) return { text: new TextDecoder(sixteen).decode(bytes), charset: sixteen };
  const marked = bytes.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf';
  const { charset, unknown } = marked ? { charset: UTF8, unknown: false } : chosen(bytes, connection);
  const decoding = decodeAsChosen(bytes, charset, unknown, notes);
  if (unknown)
    notes.warnings.add(
      'charset_unknown',
      'MSH[1]-18',
      `The message declares an unknown character set; it was read as ${nameOf(decoding.charset)}. Check names with accented letters. If they are wrong, change the character set of the connection.`,
    );
  return decoding;
}

/** `UTF-8`, `ISO-8859-2`, `windows-1252`. */
const nameOf = (label: string): string => label.replace(/^(?:utf|iso)-/, (family) => family.toUpperCase());

function decodeAsChosen(bytes: Buffer, charset: Charset | null, unknown: boolean, notes: Notes): Decoding {
  const { warnings, doubts } = notes;
  const guessed = !isUtf8(bytes) && (charset === null || unknown);
  if (guessed) doubts.push(unknown ? 'unknown' : 'undeclared');
  if (guessed && !unknown)
    warnings.add(
      'charset_undeclared',
      'MSH[1]-18',
      'The message declares no character set; it was read as windows-1252.',
    );
  if (charset === null) return guess(bytes);
  if (charset.kind === 'utf8') return utf8(bytes, notes);
  if (charset.kind === 'multi') return plain(bytes, charset.label);
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), charset: charset.label };
  // Text in another charset is almost never valid UTF-8 by chance, and senders often declare the wrong charset.
  const real = strictUtf8(bytes);
  if (real === null && charset.kind === 'single') return plain(bytes, charset.label);
  warnings.add(
    'charset_contradicted',
    'MSH[1]-18',
    `The message declares a different character set than it uses; it was read as ${real === null ? 'windows-1252' : 'UTF-8'}.`,
  );
  if (real === null) doubts.push('contradicted');
  return real === null ? plain(bytes, 'windows-1252') : { text: real, charset: 'utf-8' };
}

const UTF8: Charset = { label: 'utf-8', kind: 'utf8' };

/** The message's charset, else the connection's; null if neither is known. */
function chosen(bytes: Buffer, connection: string | null): { charset: Charset | null; unknown: boolean } {
  const header = readHeader(bytes);
  const declared = header ? declaredCharset(header.field(18), header.encoding.charAt(1) || '~') : null;
  if (declared !== null && declared !== 'unknown') return { charset: declared, unknown: false };
  return {
    charset: connection === null ? null : charsetNamed(connection),
    unknown: declared === 'unknown',
  };
}

/** Detected by the byte order mark or by a message header with two bytes per character. */
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

/** Declared UTF-8 that is invalid is decoded line by line, so that one bad line does not affect the others. */
function utf8(bytes: Buffer, { warnings, doubts }: Notes): Decoding {
  const whole = strictUtf8(bytes);
  if (whole !== null) return { text: whole, charset: 'utf-8' };
  warnings.add(
    'charset_contradicted',
    'MSH[1]-18',
    'The message declares UTF-8, but some lines are not valid UTF-8; these were read as windows-1252.',
  );
  doubts.push('contradicted');
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
