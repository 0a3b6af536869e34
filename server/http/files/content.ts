import type { IncomingMessage, ServerResponse } from 'node:http';
import { contextOfAddress, readContentToken } from '../../domain/documents/content-address';
import type { Context } from '../../shared/context';
import { downloadDocument, type Download } from '../../domain/documents/download-document';
import { openUpload } from '../../domain/documents/open-upload';
import { openInboundFile } from '../../domain/inbound-documents/open-inbound-file';
import { contentDisposition, nameToSave } from '../../domain/documents/file-name';
import { noteLostContent } from '../../domain/documents/lost-content';
import { bareType, isAccepted, MEDIA_TYPES } from '../../media-types';
import { DomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { env } from '../../env';
import { sendProblem } from '../send-problem';
import { sendFile } from './send-file';

/**
 * Serves the bytes of documents, unfiled uploads and unmatched documents. They come from untrusted senders: the media type is the detected
 * one, scripts are blocked, and browsers display only a closed list of types.
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
  sendError = sendProblem,
): Promise<void> {
  const download = wantsDownload(req);
  await sendContent(req, res, await downloadDocument(ctx, { id }), { download, ctx, sendError });
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

/** `GET /api/portal/documents/uploads/:id/content`: an unfiled upload, for the user who uploaded it. */
export async function uploadContent(
  req: IncomingMessage,
  res: ServerResponse,
  ctx: Context,
  id: string,
): Promise<void> {
  const download = wantsDownload(req);
  await sendContent(req, res, await openUpload(ctx, { id }), { download, ctx });
}

/** `GET /api/portal/documents/inbound/:id/files/:part`: a file of an unmatched document. */
export async function inboundContent(
  req: IncomingMessage,
  res: ServerResponse,
  ctx: Context,
  input: { id: string; part: number },
): Promise<void> {
  const download = wantsDownload(req);
  await sendContent(req, res, await openInboundFile(ctx, input), { download, ctx });
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
  sendError?: typeof sendProblem;
}

/** Takes ownership of `file` and always closes it. */
async function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  { document, file }: Download,
  { download, ctx, sendError }: SendOptions,
): Promise<void> {
  const type = bareType(document.contentType);
  const inline = !download && isAccepted(type) && MEDIA_TYPES[type].inline;
  await sendFile(req, res, file, {
    requestId: ctx.requestId,
    sha256: document.sha256,
    headers: {
      'Content-Security-Policy': type === 'application/pdf' ? PDF_POLICY : POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
    },
    contentType: document.contentType,
    disposition: contentDisposition(
      inline ? 'inline' : 'attachment',
      nameToSave(document.fileName, document.contentType),
    ),
    onLoss: (error) => noteLostContent(ctx, document, 'unreadable', error),
    ...(sendError ? { sendError } : {}),
  });
}
