import { DomainError } from '../../errors/domain-error';
import type { FieldErrorCode } from '../../errors/field-error';

/** Headers of one part of a multipart body (RFC 7578). Ambiguous headers are rejected. */

export interface PartHeaders {
  name: string;
  /** As received, not cleaned. */
  fileName: string | null;
  contentType: string | null;
}

const MAX_HEADERS = 16;

const FORM_DATA = /^form-data(?=\s*(?:;|$))/i;
// Old browsers do not escape quotes inside a quoted name: a quote ends the value only before `;` or the end.
const PARAMETER =
  /\s*;\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S]|"(?!\s*(?:;|$)))*)"|([^\s;"]*))/y;

/**
 * @param block header lines, decoded as Latin-1
 * @throws DomainError `invalid_request`, `validation_failed`
 */
export function readPartHeaders(block: string): PartHeaders {
  const headers = readLines(block);
  const parameters = readDisposition(only(headers, 'content-disposition') ?? '');
  const name = parameters.get('name');
  if (name === undefined) throw malformed();
  const encoding = only(headers, 'content-transfer-encoding')?.trim().toLowerCase();
  if (encoding && !['7bit', '8bit', 'binary'].includes(encoding)) {
    // RFC 7578, section 4.7: deprecated. Decoding would change the bytes.
    throw partError('file', 'invalid_format', 'cannot have a Content-Transfer-Encoding');
  }
  const fileName =
    extendedName(parameters.get('filename*')) ??
    parameters.get('filename')?.replace(/%(22|0D|0A)/gi, unescapeByBrowser) ??
    null;
  if (/\p{Cc}/u.test(name) || (fileName !== null && /\p{Cc}/u.test(fileName))) {
    throw partError('file', 'invalid_format', 'must have a file name without control characters');
  }
  return {
    name,
    fileName: fileName === '' ? null : fileName,
    contentType: only(headers, 'content-type')?.trim() || null,
  };
}

// RFC 9110, section 5.1: a name is a token, immediately followed by the colon.
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]?([^\r\n]*)$/;

function readLines(block: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  // Folded lines (RFC 5322, section 2.2.3): only the line break is removed.
  const lines = block.replace(/\r\n(?=[\t ])/g, '').split('\r\n');
  if (lines.length > MAX_HEADERS) throw malformed();
  for (const line of lines) {
    const match = HEADER.exec(line);
    if (!match) throw malformed();
    const name = match[1]!.toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), match[2]!]);
  }
  return headers;
}

/** A repeated header is ambiguous. */
function only(headers: Map<string, string[]>, name: string): string | undefined {
  const values = headers.get(name);
  if (values && values.length > 1) throw malformed();
  return values?.[0];
}

function readDisposition(header: string): Map<string, string> {
  const text = decodeHeader(header).trimEnd();
  const parameters = new Map<string, string>();
  const kind = FORM_DATA.exec(text);
  if (!kind) throw malformed();
  PARAMETER.lastIndex = kind[0].length;
  let end = kind[0].length;
  for (let match = PARAMETER.exec(text); match; match = PARAMETER.exec(text)) {
    const key = match[1]!.toLowerCase();
    if (parameters.has(key)) throw malformed();
    parameters.set(key, match[2] === undefined ? match[3]! : match[2].replace(/\\(["\\])/g, '$1'));
    end = PARAMETER.lastIndex;
  }
  if (!/^\s*;?\s*$/.test(text.slice(end))) throw malformed();
  return parameters;
}

/** 0x80 to 0x9F (WHATWG encoding index). The decoder of Node 20 and 22 treats them as Latin-1. */
const WINDOWS =
  '\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F' +
  '\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178';

/** The parser returns Latin-1. Names are UTF-8, or windows-1252 from old clients. */
function decodeHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return header.replace(/[\x80-\x9f]/g, (byte) => WINDOWS[byte.charCodeAt(0) - 0x80]!);
  }
}

/** HTML standard, multipart/form-data encoding: browsers percent-encode these three characters. */
const unescapeByBrowser = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/** `filename*=UTF-8''…`: not allowed here (RFC 7578, section 4.2), but some libraries send it. */
function extendedName(value: string | undefined): string | null {
  const match = /^utf-8'[^']*'(.*)$/i.exec(value ?? '');
  try {
    return match ? decodeURIComponent(match[1]!) : null;
  } catch {
    throw malformed();
  }
}

export const malformed = (): DomainError =>
  new DomainError('invalid_request', 'The multipart body is incomplete or malformed.');

export const partError = (part: string, code: FieldErrorCode, message: string): DomainError =>
  new DomainError('validation_failed', 'One or more parts are not valid.', {
    errors: [{ pointer: part === '' ? '' : `/${part}`, code, message }],
  });
