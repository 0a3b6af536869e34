import type { IncomingMessage, ServerResponse } from 'node:http';
import { portalContext } from '../auth/portal-session';
import { assertSessionValid } from '../auth/assert-session';
import { DomainError } from '../errors/domain-error';
import type { Context } from '../shared/context';
import { notFound } from '../shared/ids';
import { requests, signedAddresses, uploads } from '../rate-limits/policies';
import { contextOfToken, inboundContent, signedContent, uploadContent } from './files/content';
import { receiveUpload } from './files/receive-upload';
import { otherOrganization } from './page-organization';
import { countRequest } from './rate-limit';
import { auditingDenials, unknownCaller } from './audit-denials';
import { noteCaller, type RequestInfo } from './request-info';
import { isSameOrigin } from './trpc-handler';

const UPLOADS = '/api/portal/documents/uploads';
const UPLOAD_CONTENT = /^\/api\/portal\/documents\/uploads\/([^/]+)\/content$/;
const INBOUND_FILE = /^\/api\/portal\/documents\/inbound\/([^/]+)\/files\/(\d{1,4})$/;

/**
 * Documents for pages: uploads that a user holds until they are filed (`uploads.fileUpload`), their content for that
 * user, files of unmatched documents, and the signed URLs of frames and links.
 */
export async function handlePortalDocuments(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  const { pathname } = info.url;
  const uploadId = UPLOAD_CONTENT.exec(pathname)?.[1];
  const [, inboundId, part] = INBOUND_FILE.exec(pathname) ?? [];
  if (pathname.startsWith('/content/')) await serveSigned(req, res, info);
  else if (pathname === UPLOADS) await receive(req, res, info);
  else if (uploadId !== undefined) await serveUpload(req, res, info, uploadId);
  else if (inboundId !== undefined) await serveInbound(req, res, info, { id: inboundId, part: Number(part) });
  else throw await unknownCaller(info, 'portal', notFound());
}

/** The signed-in user of a page of this service. */
async function contextOfPage(req: IncomingMessage, info: RequestInfo, allow: string[]): Promise<Context> {
  if (!allow.includes(req.method ?? ''))
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('method_not_allowed', 'The path does not support this method.', { allow }),
    );
  // A form or link of another site would send the user's cookie.
  if (!isSameOrigin(req))
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('forbidden', 'Only pages of this service can send this request.'),
    );
  const ctx = await portalContext(req, info);
  if (!ctx)
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('missing_credentials', 'Your session has ended. Sign in again.'),
    );
  noteCaller(info, ctx.actor);
  return ctx;
}

async function receive(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> {
  const ctx = await contextOfPage(req, info, ['POST']);
  await countRequest(res, ctx, [requests(ctx.actor), uploads(ctx.actor)]);
  await auditingDenials(ctx, 'hold_upload', 'write', async () => {
    const switched = otherOrganization(req, ctx.actor);
    if (switched) throw switched;
    const text = JSON.stringify(await receiveUpload(req, ctx, () => assertSessionValid(ctx)));
    res.writeHead(201, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'X-Request-Id': info.requestId,
      'X-Content-Type-Options': 'nosniff',
    });
    res.end(text);
  });
}

async function serveUpload(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  id: string,
): Promise<void> {
  const ctx = await contextOfPage(req, info, ['GET', 'HEAD']);
  await countRequest(res, ctx, [requests(ctx.actor)]);
  await auditingDenials(ctx, 'open_upload', 'download', () => uploadContent(req, res, ctx, id));
}

async function serveInbound(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  input: { id: string; part: number },
): Promise<void> {
  const ctx = await contextOfPage(req, info, ['GET', 'HEAD']);
  await countRequest(res, ctx, [requests(ctx.actor)]);
  await auditingDenials(ctx, 'open_inbound_file', 'download', () => inboundContent(req, res, ctx, input));
}

async function serveSigned(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> {
  const address = contextOfToken(info.url.pathname.slice('/content/'.length), info);
  if (!address) throw await unknownCaller(info, 'portal', notFound());
  const { ctx, id, expired } = address;
  noteCaller(info, ctx.actor);
  await countRequest(res, ctx, [signedAddresses(ctx.actor)]);
  await auditingDenials(ctx, 'download_document', 'download', async () => {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new DomainError('method_not_allowed', 'The path does not support this method.', {
        allow: ['GET', 'HEAD'],
      });
    if (expired) throw new DomainError('token_expired', 'The URL has expired. Request the document again.');
    await signedContent(req, res, ctx, id);
  });
}
