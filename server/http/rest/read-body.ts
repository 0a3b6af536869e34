import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../domain/errors';

/** Limits of JSON bodies in bytes. */
export const JSON_LIMIT = 1024 * 1024;
export const WEBHOOK_LIMIT = 64 * 1024;
export const INLINE_DOCUMENT_LIMIT = 15 * 1024 * 1024;

/** Judged before a byte is read: media type, content encoding, announced length. */
export function assertBodyHeaders(req: IncomingMessage, accepted: readonly string[], limit: number): void {
  const encoding = req.headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity')
    throw new DomainError(
      'unsupported_media_type',
      'Content-Encoding is not accepted; send the body as it is.',
    );
  const mediaType = mediaTypeOf(req);
  if (!accepted.includes(mediaType))
    throw new DomainError('unsupported_media_type', `The body must be sent as ${accepted.join(' or ')}.`);
  const charset = /;\s*charset="?([^";]+)/i.exec(req.headers['content-type'] ?? '')?.[1];
  if (charset && charset.trim().toLowerCase() !== 'utf-8' && charset.trim().toLowerCase() !== 'utf8')
    throw new DomainError('unsupported_media_type', 'The body must be in UTF-8.');
  const length = req.headers['content-length'];
  if (length === undefined && req.headers['transfer-encoding'] === undefined)
    throw new DomainError('length_required', 'The request has no body; Content-Length is required.');
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
}

export const mediaTypeOf = (req: IncomingMessage): string =>
  (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

export const tooLarge = (limit: number) =>
  new DomainError('payload_too_large', `The body is larger than ${limit} bytes.`, { max_bytes: limit });

/** Reads at most `limit` bytes. @throws DomainError `payload_too_large`; rejects when the client goes away. */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: Error) => {
      req.off('data', take);
      reject(error);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) fail(tooLarge(limit));
      else chunks.push(chunk);
    };
    req.on('data', take);
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('error', fail);
    req.once('close', () => {
      if (!req.complete) fail(new ClientGone());
    });
  });
}

/** The client closed the connection before the request was whole; there is nobody to answer. */
export class ClientGone extends Error {
  readonly isClientGone = true as const;
}
