import { isUtf8 } from 'node:buffer';
import { decodeAs } from './charset';
import { utf16 } from './decode';
import { htmlText } from './html-text';
import { toLf } from './line-ends';
import { sniff } from './sniff';

/** Text in a file, for those who read the report. */
export interface ReadableText {
  text: string;
  /** `html`: taken from a page, without its layout; `html_source`: the page itself, because it is not simple. */
  form: 'plain' | 'html' | 'html_source';
}

/** Longer ones are read as the document that they are. */
const LONGEST = 200_000;
/** Control characters but tab, line ends and form feed; and what could not be decoded. */
const CONTROLS = /(?![\t\n\r\f])[\p{Cc}\uFFFD]/u;

/** Null: not a text, or a document of another kind (XML). */
export function readableText(bytes: Buffer): ReadableText | null {
  if (bytes.length > LONGEST || sniff(bytes) !== null) return null;
  const text = decoded(bytes);
  if (CONTROLS.test(text) || text.trim() === '' || /^\s*<\?xml\b|^\s*<(?:\w+:)?ClinicalDocument\b/.test(text))
    return null;
  if (!/^\s*<(?:!--|!doctype\s+html\b|[a-z][a-z0-9]*[\s>/])/i.test(text))
    return { text: toLf(text).trimEnd(), form: 'plain' };
  const read = htmlText(text);
  if (read !== null && read !== '') return { text: read, form: 'html' };
  return { text: toLf(text).trimEnd(), form: 'html_source' };
}

function decoded(bytes: Buffer): string {
  const wide = utf16(bytes);
  const text = wide
    ? new TextDecoder(wide).decode(bytes)
    : decodeAs(bytes, isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return text.replace(/^\uFEFF/, '');
}
