import { utf16 } from './decode';
import { isSeparator, startOfMessage } from './header';
import type { Warning } from '../data-types/inbound-message-codes';
import { Warnings } from './warnings';

/**
 * Splits a file or request body with one or many messages, in batches (`FHS BHS MSH… BTS FTS`) or in sequence, into the
 * unchanged bytes of each message. Compares the counts of the trailers, because a truncated file looks like a small
 * one.
 */
export interface SplitBatch {
  messages: Buffer[];
  /** File and batch headers, as latin1. */
  headers: string[];
  warnings: Warning[];
}

export const isBatch = (bytes: Buffer): boolean => {
  const start = startOfMessage(bytes);
  return /^[FB]HS[!-/:-@[-`{-~]$/.test(bytes.toString('latin1', start, start + 4));
};

const NAMES = new Set(['FHS', 'BHS', 'MSH', 'BTS', 'FTS']);
const LF = 0x0a;
const CR = 0x0d;

interface Mark {
  name: string;
  start: number;
}

export function splitBatch(sent: Buffer): SplitBatch {
  const warnings = new Warnings();
  const wide = utf16(sent);
  // Segments are searched byte by byte, so messages of a UTF-16 file continue as UTF-8.
  const bytes = wide === null ? sent : Buffer.from(new TextDecoder(wide).decode(sent), 'utf8');
  const marks = findMarks(bytes);
  const first = marks[0];
  if (!first || first.start > startOfMessage(bytes))
    warnings.add('stray_characters', null, 'Text before the first message was ignored.');
  const messages: Buffer[] = [];
  const headers: string[] = [];
  const count = { messages: 0, batches: 0 };
  const open = { FHS: false, BHS: false };
  marks.forEach(({ name, start }, index) => {
    const piece = bytes.subarray(start, marks[index + 1]?.start ?? bytes.length);
    if (name === 'MSH') {
      messages.push(piece);
      count.messages++;
      return;
    }
    const line = lineOf(piece);
    if (name === 'FHS' || name === 'BHS') {
      if (open[name]) notClosed(warnings);
      open[name] = true;
      headers.push(line);
      if (name === 'BHS') count.messages = 0;
      else count.batches = 0;
      return;
    }
    const header = name === 'BTS' ? 'BHS' : 'FHS';
    if (!open[header]) warnings.add('batch_structure', null, `${name} has no matching ${header}.`);
    open[header] = false;
    compare(line, name, name === 'BTS' ? count.messages : count.batches, warnings);
    if (name === 'BTS') {
      count.batches++;
      count.messages = 0;
    }
  });
  if (open.FHS || open.BHS) notClosed(warnings);
  return { messages, headers, warnings: warnings.list };
}

function notClosed(warnings: Warnings): void {
  warnings.add('batch_structure', null, 'A file or batch has no end segment; it may be truncated.');
}

/** BTS-1 counts messages, FTS-1 batches; both are optional. */
function compare(line: string, name: string, seen: number, warnings: Warnings): void {
  const stated = line.length > 3 ? (line.split(line.charAt(3), 2)[1] ?? '').trim() : '';
  if (stated === '') return;
  if (!/^\d{1,9}$/.test(stated) || Number(stated) !== seen)
    warnings.add(
      'batch_count',
      `${name}-1`,
      `The number of ${name === 'BTS' ? 'messages' : 'batches'} in ${name} differs from that in the file (${seen}).`,
    );
}

/** Lines that start with a segment name and a separator. */
function findMarks(bytes: Buffer): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = endOfLine(bytes, at);
    let start = at;
    while (start < end && isStray(bytes, start)) start++;
    const name = isInitial(bytes[start]) ? bytes.toString('latin1', start, start + 3) : '';
    if (NAMES.has(name) && endsName(bytes, start + 3, end, name)) marks.push({ name, start });
    at = end + 1;
  }
  return marks;
}

/** A separator must follow; BTS and FTS may be alone on their line. */
function endsName(bytes: Buffer, at: number, end: number, name: string): boolean {
  return at < end
    ? isSeparator(String.fromCharCode(bytes[at]!))
    : at === end && (name === 'BTS' || name === 'FTS');
}

/** M, F, B: skips most lines at once. */
const isInitial = (byte: number | undefined): boolean => byte === 0x4d || byte === 0x46 || byte === 0x42;

function isStray(bytes: Buffer, at: number): boolean {
  const byte = bytes[at]!;
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== CR && bytes[at] !== LF) at++;
  return at;
}

const lineOf = (piece: Buffer): string => piece.toString('latin1', 0, endOfLine(piece, 0));
