import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Idempotency } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';

/** Conditional requests (RFC 9110, section 13) and `Idempotency-Key`. */

/** Version in `If-Match`; undefined if absent or `*`. */
export function ifMatchOf(req: IncomingMessage): number | undefined {
  const header = req.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (!version) throw headerError('If-Match', 'must be one entity tag such as "3"');
  return Number(version);
}

/** True if `If-None-Match` contains the entity tag of the response. */
export function isNotModified(req: IncomingMessage, etag: string): boolean {
  const header = req.headers['if-none-match'];
  if (!header) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

export function idempotencyOf(req: IncomingMessage, path: string, body: unknown): Idempotency | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw headerError('Idempotency-Key', 'must have 1 to 255 visible ASCII characters');
  return { key, path, fingerprint: createHash('sha256').update(canonical(body)).digest() };
}

/** JSON with sorted keys, so that the order of members does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

export function headerError(header: string, message: string): DomainError {
  return new DomainError('invalid_parameter', `The header ${header} is not valid.`, {
    errors: [{ header, code: 'invalid_format', message }],
  });
}
