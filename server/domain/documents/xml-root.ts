/**
 * Looks for markup at the start of a file. Not a parser: it only skips what may precede the first element, and resolves
 * nothing.
 */
export interface Markup {
  /** Local name of the first element; null if the bytes end before it. */
  root: string | null;
  /** The start tag, for its namespace. */
  tag: string;
}

const HEAD_TAG = /^<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)([^>]*)/;

/** @returns null if the text does not start with markup */
export function readMarkup(text: string): Markup | null {
  let at = skipSpace(text, 0);
  if (!/^<[A-Za-z_!?/]/.test(text.slice(at, at + 2))) return null;
  const found: Markup = { root: null, tag: '' };
  while (text[at] === '<') {
    if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at);
    // A document type declaration could declare entities; accepted documents have none.
    else if (text.startsWith('<!', at)) return found;
    else {
      const match = HEAD_TAG.exec(text.slice(at, at + 8192));
      return match ? { ...found, root: match[1]!, tag: match[2]! } : found;
    }
    at = skipSpace(text, at);
  }
  return found;
}

/** CDA (HL7 v3). */
export const isClinicalDocument = ({ root, tag }: Markup): boolean =>
  root === 'ClinicalDocument' && /["']urn:hl7-org:v3["']/.test(tag);

/** The start of a UTF-8 or UTF-16 text, without its byte order mark. */
export function decodeHead(head: Buffer): string {
  const [a, b] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0))
    return head.toString('utf16le').replace(/^\uFEFF/, '');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) {
    return Buffer.from(head.subarray(0, head.length - (head.length % 2)))
      .swap16()
      .toString('utf16le')
      .replace(/^\uFEFF/, '');
  }
  return head.toString('utf8').replace(/^\uFEFF/, '');
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s\0]/.test(text[at]!)) at++;
  return at;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}
