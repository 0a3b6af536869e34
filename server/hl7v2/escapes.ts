import { decodeAs } from './charset';
import type { Delimiters } from './delimiters';

/**
 * Escape sequences (HL7 2.8 chapter 2.7): an escape character, a code, the escape character. Read in one pass. Unknown
 * or unclosed sequences stay unchanged, so that nothing is lost and a backslash in a path ("C:\temp ew") stays a
 * backslash.
 */
/** Spaces or line ends that one sequence may produce. */
const MAX_REPEATS = 20;

/**
 * @param charset of the message; hexadecimal data are bytes in it
 * @param onKept called when a standard sequence stays unchanged: charset switches and local ones
 */
export function unescapeText(
  raw: string,
  delimiters: Delimiters,
  charset = 'utf-8',
  onKept?: () => void,
): string {
  const { escape } = delimiters;
  if (escape === null) return raw;
  let at = raw.indexOf(escape);
  if (at === -1) return raw;
  const parts: string[] = [];
  let from = 0;
  while (at !== -1) {
    const end = raw.indexOf(escape, at + 1);
    if (end === -1) break;
    const code = raw.slice(at + 1, end);
    if (/^X(?:[0-9A-Fa-f]{2})+$/.test(code)) {
      // A multibyte character may span adjacent sequences.
      const run = hexRun(raw, at, escape);
      parts.push(raw.slice(from, at), decodeAs(run.bytes, charset));
      from = run.end;
      at = raw.indexOf(escape, from);
      continue;
    }
    const text = meaning(code, delimiters);
    if (text === null && !/^[CMZ]/.test(code)) {
      // Its closing escape character may open the next sequence.
      at = end;
      continue;
    }
    if (text === null) onKept?.();
    parts.push(raw.slice(from, at), text ?? raw.slice(at, end + 1));
    from = end + 1;
    at = raw.indexOf(escape, from);
  }
  parts.push(raw.slice(from));
  // NUL is not text, even if sent in hexadecimal.
  return parts.join('').replaceAll('\0', '\uFFFD');
}

function hexRun(raw: string, start: number, escape: string): { bytes: Buffer; end: number } {
  const pieces: Buffer[] = [];
  let at = start;
  while (raw[at] === escape && raw[at + 1] === 'X') {
    const end = raw.indexOf(escape, at + 1);
    const digits = end === -1 ? '' : raw.slice(at + 2, end);
    if (!/^(?:[0-9A-Fa-f]{2})+$/.test(digits)) break;
    pieces.push(Buffer.from(digits, 'hex'));
    at = end + 1;
  }
  return { bytes: Buffer.concat(pieces), end: at };
}

/** Null if unknown. Formatting that plain text cannot show becomes an empty string. */
function meaning(code: string, delimiters: Delimiters): string | null {
  switch (code) {
    case 'F':
      return delimiters.field;
    case 'S':
      return delimiters.component;
    case 'R':
      return delimiters.repetition;
    case 'T':
      return delimiters.subcomponent ?? '&';
    case 'E':
      return delimiters.escape;
    case 'P':
      return delimiters.truncation ?? '#';
    case 'H':
    case 'N':
    case '.fi':
    case '.nf':
      return '';
    case '.br':
    case '.ce':
      return '\n';
  }
  const command = /^\.(sp|sk|in|ti)\s*\+?(-?\d{1,4})?$/.exec(code);
  if (!command) return null;
  const count = Math.min(Math.max(Number(command[2] ?? 1), 0), MAX_REPEATS);
  if (command[1] === 'sp') return '\n'.repeat(Math.max(count, 1));
  return command[1] === 'sk' ? ' '.repeat(count) : '';
}

/** Escapes our own text with the sender's delimiters. */
export function escapeText(text: string, delimiters: Delimiters): string {
  const codes = new Map<string, string>();
  const add = (character: string | null, code: string) => {
    if (character !== null) codes.set(character, code);
  };
  add(delimiters.field, 'F');
  add(delimiters.component, 'S');
  add(delimiters.repetition, 'R');
  add(delimiters.subcomponent, 'T');
  add(delimiters.escape, 'E');
  const { escape } = delimiters;
  return [...text.replace(/[\r\n\0]+/g, ' ')]
    .map((character) => {
      const code = codes.get(character);
      if (code === undefined) return character;
      return escape === null ? ' ' : `${escape}${code}${escape}`;
    })
    .join('');
}
