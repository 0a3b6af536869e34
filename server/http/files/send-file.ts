import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../errors/domain-error';
import type { StoredFile } from '../../storage/index';
import { isNotModified } from '../rest/conditional';
import { sendProblem } from '../send-problem';
import { readRange } from './byte-range';

interface Sent {
  requestId: string;
  /** The entity tag. */
  sha256: string;
  /** In every response. */
  headers: Record<string, string>;
  contentType: string;
  disposition: string;
  /** The disk failed while the file was sent. */
  onLoss: (error: unknown) => void;
  /** Default: a problem document. */
  sendError?: typeof sendProblem;
}

/** Responds with 200, 206, 304 or 416. Takes ownership of `file` and always closes it. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: StoredFile,
  { requestId, sha256, headers: own, contentType, disposition, onLoss, sendError = sendProblem }: Sent,
): Promise<void> {
  const etag = `"${sha256}"`;
  const headers: Record<string, string | number> = {
    'X-Request-Id': requestId,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ...own,
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
    const domainError = new DomainError('range_not_satisfiable', 'The range is outside the file.');
    return sendError(res, domainError, requestId, { 'Content-Range': `bytes */${file.size}` });
  }
  headers['Content-Type'] = contentType;
  headers['Content-Disposition'] = disposition;
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
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ECONNRESET' && code !== 'EPIPE') onLoss(error);
  }
}
