import { DomainError, type FieldErrorCode } from '../../domain/errors';

/** Headers of one part of a multipart body (RFC 7578). What cannot be read without guessing is refused. */

export interface PartHeaders {
  name: string;
  /** As sent; not yet cleaned. */
  fileName: string | null;
  contentType: string | null;
}

export type RawHeaders = Record<string, string[]>;

const FORM_DATA = /^form-data(?=\s*(?:;|$))/i;
// Old browsers leave quotes inside a quoted name as they are: a quote ends the value only before `;` or the end.
const PARAMETER =
  /\s*;\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S]|"(?!\s*(?:;|$)))*)"|([^\s;"]*))/y;

/** @throws DomainError `invalid_request`, `validation_failed` */
export function readPartHeaders(headers: RawHeaders): PartHeaders {
  const parameters = readDisposition(only(headers, 'content-disposition') ?? '');
  const name = parameters.get('name');
  if (name === undefined) throw malformed();
  const encoding = only(headers, 'content-transfer-encoding')?.trim().toLowerCase();
  if (encoding && !['7bit', '8bit', 'binary'].includes(encoding)) {
    // RFC 7578, section 4.7: not to be used; bytes must be stored as they were sent.
    throw partError('file', 'invalid_format', 'must be sent as it is, without Content-Transfer-Encoding');
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

/** A header that stands twice says two things. */
function only(headers: RawHeaders, name: string): string | undefined {
  const values = headers[name];
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

/** The parser hands bytes over as Latin-1; names are UTF-8, or windows-1252 from old clients. */
function decodeHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** HTML standard, multipart/form-data encoding: browsers write these three as percent signs. */
const unescapeByBrowser = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/** `filename*=UTF-8''…`: not allowed here (RFC 7578, section 4.2), sent by some libraries all the same. */
function extendedName(value: string | undefined): string | null {
  const match = /^utf-8'[^']*'(.*)$/i.exec(value ?? '');
  try {
    return match ? decodeURIComponent(match[1]!) : null;
  } catch {
    throw malformed();
  }
}

export const malformed = (): DomainError =>
  new DomainError('invalid_request', 'The multipart body cannot be read: it is cut off or malformed.');

export const partError = (part: string, code: FieldErrorCode, message: string): DomainError =>
  new DomainError('validation_failed', 'One or more parts are not valid.', {
    errors: [{ pointer: part === '' ? '' : `/${part}`, code, message }],
  });
