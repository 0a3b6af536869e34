import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { contextOfAddress, readContentToken } from '../../domain/documents/content-address';
import type { Context } from '../../shared/context';
import { downloadDocument, type Download } from '../../domain/documents/download-document';
import { contentDisposition, nameToSave } from '../../domain/documents/file-name';
import { noteLostContent } from '../../domain/documents/lost-content';
import { bareType, isAccepted, MEDIA_TYPES } from '../../media-types';
import { DomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { env } from '../../env';
import { sendProblem } from '../send-problem';
import { isNotModified } from '../rest/conditional';
import { readRange } from './byte-range';

/**
 * Serves the bytes of documents. They come from untrusted senders: the media type is the detected one, scripts are
 * blocked, and browsers display only a closed list of types.
 */

// The only exception: with `sandbox`, Chromium shows no PDF and Safari shows some blank.
const PDF_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
const POLICY = `sandbox; ${PDF_POLICY}; style-src 'unsafe-inline'`;

/** `GET /v1/documents/:id/content`, after credential and scope. Throws before the first byte, never after. */
export async function contentHandler(
  req: IncomingMessage,
  res: ServerResponse,
  ctx: Context,
  id: string,
): Promise<void> {
  const download = wantsDownload(req);
  await sendContent(req, res, await downloadDocument(ctx, { id }), { download, ctx });
}

/**
 * `GET /content/<token>`: a signed URL acts on behalf of the actor it was issued to.
 * @returns the context for the audit of a denial; null if the URL is not valid
 */
export function contextOfToken(
  token: string,
  request: { requestId: string; ip: string | null },
): { ctx: Context; id: string; expired: boolean } | null {
  const address = readContentToken(token);
  return (
    address && {
      ctx: contextOfAddress(address, request),
      id: showId('document', address.documentId),
      expired: address.expired,
    }
  );
}

export async function signedContent(
  req: IncomingMessage,
  res: ServerResponse,
  ctx: Context,
  id: string,
): Promise<void> {
  const download = wantsDownload(req);
  await sendContent(req, res, await downloadDocument(ctx, { id }, { bySignedAddress: true }), {
    download,
    ctx,
  });
}

function wantsDownload(req: IncomingMessage): boolean {
  const { searchParams } = new URL(req.url ?? '/', env.PUBLIC_URL);
  for (const name of searchParams.keys()) {
    if (name !== 'download')
      throw new DomainError('unknown_parameter', 'A query parameter does not exist.', {
        errors: [{ parameter: name.slice(0, 100), code: 'unknown_field', message: 'is unknown' }],
      });
  }
  const value = searchParams.get('download');
  if (value !== null && value !== '1')
    throw new DomainError('invalid_parameter', 'A query parameter is not valid.', {
      errors: [{ parameter: 'download', code: 'not_allowed', message: 'must be 1 or omitted' }],
    });
  return value === '1';
}

interface SendOptions {
  /** Forces a download. */
  download: boolean;
  ctx: Context;
}

/** Responds with 200, 206, 304 or 416. Takes ownership of `file` and always closes it. */
async function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  { document, file }: Download,
  { download, ctx }: SendOptions,
): Promise<void> {
  const { requestId } = ctx;
  const type = bareType(document.contentType);
  const inline = !download && isAccepted(type) && MEDIA_TYPES[type].inline;
  const etag = `"${document.sha256}"`;
  const headers: Record<string, string | number> = {
    'X-Request-Id': requestId,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': type === 'application/pdf' ? PDF_POLICY : POLICY,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // The URL may contain a signature.
    'Referrer-Policy': 'no-referrer',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
  if (isNotModified(req, etag)) {
    await file.close();
    res.writeHead(304, headers).end();
    return;
  }
  const { range: wanted, 'if-range': condition } = req.headers;
  // If-Range names another version of the bytes, so the parts would not match.
  // Range is defined for GET only (RFC 9110, section 14.2).
  const range =
    req.method === 'GET' && (condition === undefined || condition === etag)
      ? readRange(wanted, file.size)
      : 'whole';
  if (range === 'unsatisfiable') {
    await file.close();
    const domainError = new DomainError('range_not_satisfiable', 'The range is outside the document.');
    return sendProblem(res, domainError, requestId, { 'Content-Range': `bytes */${file.size}` });
  }
  headers['Content-Type'] = document.contentType;
  headers['Content-Disposition'] = contentDisposition(
    inline ? 'inline' : 'attachment',
    nameToSave(document.fileName, document.contentType),
  );
  const part = range === 'whole' ? undefined : range;
  headers['Content-Length'] = part ? part.end - part.start + 1 : file.size;
  if (part) headers['Content-Range'] = `bytes ${part.start}-${part.end}/${file.size}`;
  res.writeHead(part ? 206 : 200, headers);
  if (req.method === 'HEAD') {
    await file.close();
    res.end();
    return;
  }
  try {
    await pipeline(file.stream(part), res);
  } catch (error) {
    // The client closed the connection or the disk failed. The headers are sent, so the response can only be cut off.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ECONNRESET' && code !== 'EPIPE')
      noteLostContent(ctx, document, 'unreadable', error);
  }
}
