import type { IncomingMessage, ServerResponse } from 'node:http';
import { asDomainError } from '../api/trpc';
import { portalContext } from '../auth/portal-session';
import { recordRefusal, recordSecurityEvent } from '../domain/audit';
import { DomainError } from '../domain/errors';
import { notFound } from '../domain/ids';
import { env } from '../env';
import { requests, signedAddresses, uploads } from '../limits/policies';
import { logger } from '../logger';
import { contextOfToken, signedContent } from './documents/content';
import { receiveMultipart } from './documents/upload';
import { sendProblem } from './problem';
import { countRequest } from './rate-limit';
import type { RequestInfo } from './request-info';
import { isSameOrigin } from './trpc-door';
import { isClientGone } from './documents/client-gone';

/**
 * Documents for pages: uploads in the name of the signed-in person, and the signed addresses that frames and links
 * use. The same verbs as `/v1`; only the credential differs.
 */
export async function handlePortalDocuments(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  try {
    if (info.url.pathname.startsWith('/content/')) await serveSigned(req, res, info);
    else if (info.url.pathname === '/api/portal/documents') await upload(req, res, info);
    else throw await unknownCaller(info, notFound());
  } catch (error) {
    if (isClientGone(error)) return void res.destroy();
    const refusal = asDomainError(error);
    if (refusal.code === 'internal_error')
      logger.error(
        { request_id: info.requestId, name: (error as Error).name, code: (error as { code?: string }).code },
        'unexpected error',
      );
    sendProblem(res, refusal, info.requestId);
  }
}

async function upload(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> {
  if (req.method !== 'POST')
    throw await unknownCaller(
      info,
      new DomainError('method_not_allowed', 'The path does not have this method.', { allow: ['POST'] }),
    );
  // A form of another site would carry the person's cookie along.
  if (!isSameOrigin(req))
    throw await unknownCaller(info, new DomainError('forbidden', 'This door is only open to our own pages.'));
  const ctx = await portalContext(req, info);
  if (!ctx)
    throw await unknownCaller(
      info,
      new DomainError('missing_credentials', 'Your session has ended. Sign in again.'),
    );
  await countRequest(res, ctx, [requests(ctx.actor), uploads(ctx.actor)]);
  try {
    const document = await receiveMultipart(req, ctx);
    const text = JSON.stringify(document);
    res.writeHead(201, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'X-Request-Id': info.requestId,
      'X-Content-Type-Options': 'nosniff',
      Location: `${env.PUBLIC_URL}/v1/documents/${document.id}`,
      ...(ctx.idempotency?.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
    });
    res.end(text);
  } catch (error) {
    if (!isClientGone(error)) await recordRefusal(ctx, 'create_document', 'write', asDomainError(error).code);
    throw error;
  }
}

async function serveSigned(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> {
  const address = contextOfToken(info.url.pathname.slice('/content/'.length), info);
  if (!address) throw await unknownCaller(info, notFound());
  const { ctx, id, expired } = address;
  await countRequest(res, ctx, [signedAddresses(ctx.actor)]);
  try {
    if (req.method !== 'GET')
      throw new DomainError('method_not_allowed', 'The path does not have this method.', { allow: ['GET'] });
    if (expired)
      throw new DomainError('token_expired', 'The address has expired. Ask for the document again.');
    await signedContent(req, res, ctx, id);
  } catch (error) {
    await recordRefusal(ctx, 'download_document', 'download', asDomainError(error).code);
    throw error;
  }
}

/** Refusals without an organisation are counted, not written one by one. */
async function unknownCaller(info: RequestInfo, error: DomainError): Promise<DomainError> {
  await recordSecurityEvent({ ip: info.ip, code: error.code, door: 'portal', requestId: info.requestId });
  return error;
}
