import { DomainError } from '../../errors/domain-error';

/**
 * Strict JSON (RFC 8259) of a request body. Before `JSON.parse`, a scanner rejects what parsers disagree on: duplicate
 * keys, `__proto__`, nesting over 20 levels, NUL, invalid UTF-8, unpaired surrogates, numbers outside the range of
 * doubles. It also rejects more values than any operation accepts, which would block the processor for a quarter of a
 * second.
 */

const MAX_DEPTH = 20;
const MAX_VALUES = 10_000;
/** Larger bodies are not scanned for duplicate keys: they contain base64, and the strict contract still applies. */
const SCAN_LIMIT = 1024 * 1024;

/** Text that may contain a number outside the range of doubles: a large exponent, or very many digits. */
const HUGE = /\d[eE]\+?0*[1-9]\d{2}|\d{300}/;

/** Escapes that Postgres cannot store: NUL and unpaired surrogates, which are not Unicode text. */
const NO_TEXT = /\\u(?:0000|[dD][89a-fA-F])/;

const invalidJson = (reason: string) =>
  new DomainError('invalid_json', `The body is not acceptable JSON: ${reason}.`);

export function parseJsonBody(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidJson('it is not valid UTF-8');
  }
  let value: unknown;
  assertShape(text);
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidJson('it cannot be parsed');
  }
  if (NO_TEXT.test(text)) assertText(value);
  if (HUGE.test(text)) assertFinite(value);
  if (bytes.length <= SCAN_LIMIT) assertDistinctKeys(text);
  return value;
}

/** Counts brackets and commas outside strings, which limits depth and number of values before parsing. */
function assertShape(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) at = stringEnd(text, at);
    else if (code === 123 || code === 91) {
      if (++depth > MAX_DEPTH) throw invalidJson(`it is nested deeper than ${MAX_DEPTH} levels`);
      values++;
    } else if (code === 125 || code === 93) depth--;
    else if (code === 44) values++;
    if (values > MAX_VALUES) throw invalidJson(`it contains more than ${MAX_VALUES} values`);
  }
}

/** Position of the closing quote of the string that begins at `at`, or the end of the text. */
function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** The text is valid JSON, so a string followed by a colon is a key of the innermost object. */
function assertDistinctKeys(text: string): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 123) open.push(new Set());
    else if (code === 91) open.push(null);
    else if (code === 125 || code === 93) open.pop();
    else if (code === 34) {
      const end = stringEnd(text, at);
      let next = end + 1;
      while (' \n\r\t'.includes(text[next] ?? 'x')) next++;
      if (text[next] === ':') assertNewKey(open.at(-1), JSON.parse(text.slice(at, end + 1)) as string);
      at = end;
    }
  }
}

function assertNewKey(keys: Set<string> | null | undefined, key: string): void {
  if (key === '__proto__') throw invalidJson('it contains a key that is not allowed');
  if (keys?.has(key)) throw invalidJson('it repeats a key');
  keys?.add(key);
}

function assertText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalidJson('it contains a NUL character');
    if (!value.isWellFormed()) throw invalidJson('it contains half of a surrogate pair');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      assertText(key);
      assertText(item);
    }
  }
}

/** `1e400` is valid JSON and becomes infinite. */
function assertFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalidJson('it contains a number that is too large');
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(assertFinite);
}
