import { readDelimiters, STANDARD, type Delimiters } from './delimiters';
import { isSeparator } from './header';
import { toLf } from './line-ends';
import type { Warning } from '../data-types/inbound-message-codes';
import { Warnings } from './warnings';

/**
 * Splits a message into segments at line ends of every kind. A line that does not start a segment belongs to the
 * previous one, because senders put line ends into texts. Linear time, and bounded.
 */
interface Line {
  name: string;
  raw: string;
}

export interface Tokens {
  delimiters: Delimiters;
  lines: Line[];
  /** `no_header`: does not start with MSH. With any of them nothing in the message may be used. */
  problem: 'no_header' | 'encoding_characters' | 'several_messages' | 'too_many_segments' | null;
  warnings: Warning[];
}

/** 200,000 lines with their notes and surrounding segments. */
export const MAX_SEGMENTS = 250_000;

/** Segment names that may be alone on a line. Any other word of three capitals is text. */
const BARE = new Set(
  (
    'MSH SFT UAC PID PD1 NK1 NTE PV1 PV2 ORC OBR OBX SPM SAC TQ1 TQ2 CTD CTI FT1 DG1 AL1 IN1 IN2 IN3 GT1 PRT ROL DSC ' +
    'EVN ARV ZPS'
  ).split(' '),
);

export function tokenize(text: string): Tokens {
  const warnings = new Warnings();
  const separator = text.charAt(3);
  if (!text.startsWith('MSH') || !isSeparator(separator))
    return { delimiters: STANDARD, lines: [], problem: 'no_header', warnings: [] };
  const lines: Line[] = [];
  let problem: Tokens['problem'] = null;
  let continued = false;
  let open: { name: string; start: number } | null = null;
  /** End of the last nonblank line. */
  let end = 0;
  const close = () => {
    if (!open) return;
    const raw = text.slice(open.start, end);
    const several = /[\r\n]/.test(raw);
    continued ||= several;
    lines.push({ name: open.name, raw: several ? toLf(raw) : raw });
  };
  for (const line of linesOf(text)) {
    const at = firstInk(text, line);
    if (at === line.end) continue;
    const begins = segmentAt(text, { start: at, end: line.end }, separator);
    if (begins !== null) {
      close();
      open = begins;
      if (begins.name === 'MSH' && lines.length > 0) problem = 'several_messages';
      if (lines.length >= MAX_SEGMENTS) {
        problem = 'too_many_segments';
        break;
      }
    }
    end = line.end;
  }
  if (problem !== 'too_many_segments') close();
  const encoding = lines[0]!.raw.split(separator, 2)[1] ?? '';
  const read = readDelimiters(separator, encoding);
  if (read.unusable) problem = 'encoding_characters';
  if (read.repaired)
    warnings.add(
      'encoding_characters',
      'MSH[1]-2',
      'The encoding characters are incomplete; the default separators were used.',
    );
  if (continued)
    warnings.add(
      'continued_line',
      null,
      'Some lines do not start a segment; they were read as a continuation of the previous line.',
    );
  return { delimiters: read.delimiters, lines, problem, warnings: warnings.list };
}

interface Span {
  start: number;
  end: number;
}

/** Nonempty lines. CR, LF and CRLF end a line. */
function* linesOf(text: string): Generator<Span> {
  const ends = /[\r\n]+/g;
  let start = 0;
  for (let match = ends.exec(text); match; match = ends.exec(text)) {
    yield { start, end: match.index };
    start = ends.lastIndex;
  }
  if (start < text.length) yield { start, end: text.length };
}

/** Spaces before a segment name are tolerated. */
function firstInk(text: string, { start, end }: Span): number {
  let at = start;
  while (at < end && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** Null if no segment starts here. */
function segmentAt(
  text: string,
  { start, end }: Span,
  separator: string,
): { name: string; start: number } | null {
  const name = text.slice(start, Math.min(start + 3, end));
  if (!/^[A-Z][A-Z0-9]{2}$/.test(name)) return null;
  const stands = start + 3 < end ? text.charAt(start + 3) === separator : BARE.has(name);
  return stands ? { name, start } : null;
}
