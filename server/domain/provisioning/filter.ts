import { ScimError } from './scim-error';

/** Filters of SCIM (RFC 7644, 3.4.2.2): comparisons joined with `and`. Identity providers send no others. */

export type Json = Record<string, unknown>;

interface Comparison {
  path: string;
  operator: string;
  value: unknown;
}

const TOKEN =
  /\s*([A-Za-z][\w.:$-]*)\s+(eq|ne|co|sw|ew|gt|ge|lt|le|pr)(?:\s+("(?:[^"\\]|\\.)*"|true|false|null|-?\d+(?:\.\d+)?))?\s*/iy;

/** @throws ScimError `invalidFilter` */
export function parseFilter(text: string): Comparison[] {
  const wrong = () =>
    new ScimError(400, 'invalidFilter', 'Only comparisons joined with "and" are supported.');
  if (text.length > 1_000) throw wrong();
  const found: Comparison[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const match = TOKEN.exec(text);
    if (!match) throw wrong();
    const [, path, operator, value] = match;
    const compares = operator!.toLowerCase() !== 'pr';
    if (compares === (value === undefined)) throw wrong();
    found.push({
      path: path!,
      operator: operator!.toLowerCase(),
      value: value === undefined ? null : readValue(value),
    });
    const end = TOKEN.lastIndex;
    if (end === text.length) return found;
    const and = /and\s/iy;
    and.lastIndex = end;
    if (!and.test(text)) throw wrong();
    TOKEN.lastIndex = and.lastIndex;
  }
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text.toLowerCase() === text || text.startsWith('"') ? text : text.toLowerCase());
  } catch {
    throw new ScimError(400, 'invalidFilter', 'A value of the filter is not valid.');
  }
}

export const matches = (resource: Json, filter: readonly Comparison[]): boolean =>
  filter.every((one) => valuesAt(resource, one.path).some((value) => compare(value, one)));

/** Strings are compared without case, except IDs. */
function compare(actual: unknown, { path, operator, value }: Comparison): boolean {
  if (operator === 'pr') return actual !== undefined && actual !== null;
  const exact = /(?:^|\.)(?:id|externalId)$/.test(path);
  const plain = (one: unknown) => (typeof one === 'string' && !exact ? one.toLowerCase() : one);
  // Entra ID sends "True" and "False" as text.
  const wanted =
    typeof actual === 'boolean' && typeof value === 'string' ? value.toLowerCase() === 'true' : plain(value);
  const given = plain(actual);
  if (operator === 'eq') return given === wanted;
  if (operator === 'ne') return given !== wanted;
  if (typeof given !== 'string' || typeof wanted !== 'string') return false;
  if (operator === 'co') return given.includes(wanted);
  if (operator === 'sw') return given.startsWith(wanted);
  if (operator === 'ew') return given.endsWith(wanted);
  if (operator === 'gt') return given > wanted;
  if (operator === 'ge') return given >= wanted;
  return operator === 'lt' ? given < wanted : given <= wanted;
}

/** The values of an attribute; several of a multi-valued one, `undefined` if absent. */
function valuesAt(resource: Json, path: string): unknown[] {
  let found: unknown[] = [resource];
  for (const name of segmentsOf(path))
    found = found.flatMap((one) => {
      const value =
        one !== null && typeof one === 'object' ? (one as Json)[keyIn(one as Json, name)] : undefined;
      return Array.isArray(value) ? (value as unknown[]) : [value];
    });
  // `emails eq "…"` compares the value of each.
  return found.map((one) =>
    one !== null && typeof one === 'object' && 'value' in one ? (one as Json).value : one,
  );
}

const URN = /^urn:ietf:params:scim:schemas:(?:core|extension:[a-z]+):2\.0:\w+/i;

/** `urn:…:User:department`, `name.givenName`. Attributes of the core schema may have its URN in front. */
export function segmentsOf(path: string): string[] {
  const urn = URN.exec(path)?.[0];
  if (!urn) return path.split('.');
  const rest = path.slice(urn.length + 1);
  const names = rest === '' ? [] : rest.split('.');
  return /:core:/i.test(urn) ? names : [urn, ...names];
}

/** Names of attributes have no case. `__proto__` is no attribute. */
export function keyIn(value: Json, name: string): string {
  if (name === '__proto__') throw new ScimError(400, 'invalidPath', 'The path is not valid.');
  return Object.keys(value).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}
