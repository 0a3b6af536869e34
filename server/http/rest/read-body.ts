import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../errors/domain-error';

/** Limits of JSON bodies in bytes. */
export const JSON_LIMIT = 1024 * 1024;
export const WEBHOOK_LIMIT = 64 * 1024;
export const INLINE_DOCUMENT_LIMIT = 15 * 1024 * 1024;

/**
 * Total time for a body of at most `JSON_LIMIT`; a slow client could otherwise hold a connection forever. Larger bodies
 * are uploads and may take long; the idle timer of the server closes stalled ones.
 */
export const smallBodies = { deadlineMs: 30_000 };

export const lateBody = () => new DomainError('request_timeout', 'The request body did not arrive in time.');

/** Checks media type, content encoding and announced length before the body is read. */
export function assertBodyHeaders(req: IncomingMessage, accepted: readonly string[], limit: number): void {
  assertUnencoded(req);
  const mediaType = mediaTypeOf(req);
  if (!accepted.includes(mediaType))
    throw new DomainError('unsupported_media_type', `The body must be sent as ${accepted.join(' or ')}.`);
  const charset = /;\s*charset="?([^";]+)/i.exec(req.headers['content-type'] ?? '')?.[1];
  if (charset && charset.trim().toLowerCase() !== 'utf-8' && charset.trim().toLowerCase() !== 'utf8')
    throw new DomainError('unsupported_media_type', 'The body must be in UTF-8.');
  if (announcedLength(req) > limit) throw tooLarge(limit);
}

/** Compressed bodies are not supported, so a small body cannot expand into a large one. */
export function encodingError(req: IncomingMessage): DomainError | null {
  const encoding = req.headers['content-encoding'];
  return encoding === undefined || encoding.toLowerCase() === 'identity'
    ? null
    : new DomainError(
        'unsupported_media_type',
        'Content-Encoding is not supported. Send the body uncompressed.',
      );
}

export function assertUnencoded(req: IncomingMessage): void {
  const error = encodingError(req);
  if (error) throw error;
}

/** Value of `Content-Length`; 0 for a chunked body. @throws DomainError `length_required` */
export function announcedLength(req: IncomingMessage): number {
  const length = req.headers['content-length'];
  if (length === undefined && req.headers['transfer-encoding'] === undefined)
    throw new DomainError('length_required', 'The request has no body. Send a body with Content-Length.');
  return Number(length ?? 0);
}

export const hasNoBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

export const mediaTypeOf = (req: IncomingMessage): string =>
  (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

export const tooLarge = (limit: number) =>
  new DomainError('payload_too_large', `The body is larger than ${limit} bytes.`, { max_bytes: limit });

/**
 * Reads at most `limit` bytes.
 * @param onGrowth receives the number of bytes held; may throw
 * @throws DomainError `payload_too_large`, `request_timeout`; rejects if the client closes the connection
 */
export function readBody(
  req: IncomingMessage,
  limit: number,
  onGrowth: (received: number) => void = () => undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: Error) => {
      clearTimeout(late);
      req.off('data', take);
      // Pending promises would otherwise keep the body in memory.
      chunks.length = 0;
      reject(error);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return fail(tooLarge(limit));
      try {
        onGrowth(size);
        chunks.push(chunk);
      } catch (error) {
        fail(error as Error);
      }
    };
    const late = limit <= JSON_LIMIT ? setTimeout(() => fail(lateBody()), smallBodies.deadlineMs) : undefined;
    req.on('data', take);
    req.once('end', () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks));
    });
    req.once('error', fail);
    req.once('close', () => {
      if (!req.complete) fail(new ClientGone());
    });
  });
}

/** The client closed the connection before the request was complete. */
export class ClientGone extends Error {
  readonly isClientGone = true as const;
}
