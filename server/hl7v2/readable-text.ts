import { isUtf8 } from 'node:buffer';
import { decodeAs } from './charset';
import { utf16 } from './decode';
import { htmlText } from './html-text';
import { toLf } from './line-ends';
import { sniff } from './sniff';

export interface ReadableText {
  text: string;
  /** `html`: extracted text without layout; `html_source`: the source, because the page is not simple. */
  form: 'plain' | 'html' | 'html_source';
}

/** Longer texts are shown only as documents. */
const LONGEST = 200_000;
/** Control characters except tab, line ends and form feed; and undecodable bytes. */
const CONTROLS = /(?![\t\n\r\f])[\p{Cc}\uFFFD]/u;

/** Null if not text, or another kind of document (XML). */
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
