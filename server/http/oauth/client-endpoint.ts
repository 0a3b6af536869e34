import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorFromThrown } from '../../errors/from-thrown';
import { recordDenial, recordSecurityEvent } from '../../shared/audit';
import { authenticateClient, clientContext, type OauthClient } from '../../domain/oauth/client';
import { DomainError, isDomainError } from '../../errors/domain-error';
import { isOAuthError, OAuthError } from '../../errors/oauth-error';
import { countAddress, isAddressUsedUp } from '../../rate-limits/limits';
import { OAUTH_FAILURES, requests } from '../../rate-limits/policies';
import { isClientGone } from '../files/client-gone';
import { untilNextStep } from '../equal-response-time';
import { countRequest } from '../rate-limit';
import { noteCaller, type RequestInfo } from '../request-info';
import { sendOAuthError, sendOtherError, UNKNOWN_STEP_MS } from './answers';
import { readClientCredentials } from './client-credentials';
import { assertNothingTwice, readForm } from './form';

/**
 * Shared handling of the endpoints for programs: one form by POST, client authentication first, and each error is
 * recorded once and counted for the IP address.
 */
export interface ClientEndpoint {
  /** Action in the audit, unless the operation has another. */
  action: string;
  /** Allowed from pages of other sites, for public clients. */
  cors?: boolean;
  answer(client: OauthClient, form: URLSearchParams, res: ServerResponse, info: RequestInfo): Promise<void>;
}

const tooMany = () =>
  new DomainError('rate_limited', 'Too many failed attempts from this address. Wait a minute.', {
    retry_after: 60,
  });

export async function serveClient(
  { action, cors, answer }: ClientEndpoint,
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  if (cors) allowOtherSites(res);
  if (cors && req.method === 'OPTIONS') return sendPreflight(res);
  let client: OauthClient | null = null;
  try {
    if (req.method !== 'POST')
      throw new DomainError('method_not_allowed', 'The path supports only POST.', { allow: ['POST'] });
    const form = await readForm(req, info);
    assertNothingTwice(form);
    const presented = await authenticateClient(readClientCredentials(req, form));
    const secretive = presented.proven && presented.client?.kind === 'confidential';
    // An unauthenticated caller could otherwise fill the audit and guess without limit.
    if (!secretive && isAddressUsedUp(info.ip, OAUTH_FAILURES)) throw tooMany();
    if (!presented.client || !presented.proven)
      throw new OAuthError(
        'invalid_client',
        'The client is unknown or its authentication failed.',
        'not_proven',
      );
    client = presented.client;
    if (secretive) res.removeHeader('Access-Control-Allow-Origin');
    const ctx = clientContext(client, info);
    noteCaller(info, ctx.actor);
    await countRequest(res, ctx, [requests(ctx.actor)]);
    await answer(client, form, res, info);
  } catch (error) {
    if (isClientGone(error) || res.headersSent) throw error;
    await reject(res, info, action, client, error);
  }
}

async function reject(
  res: ServerResponse,
  info: RequestInfo,
  action: string,
  client: OauthClient | null,
  error: unknown,
): Promise<void> {
  const known = isOAuthError(error)
    ? error
    : errorFromThrown(error, { request_id: info.requestId, endpoint: 'oauth', action });
  // The limit of a client is recorded separately.
  const limited = client !== null && isDomainError(known) && known.code === 'rate_limited';
  const { code } = known;
  if (limited || (isOAuthError(known) && known.recorded)) {
    // Already recorded by the limit or the operation.
  } else if (client)
    await recordDenial(
      clientContext(client, info),
      action,
      'auth',
      code,
      {
        reason: isOAuthError(known) ? known.reason : code,
      },
      [],
      { objectKind: 'oauth_app', objectId: client.appId },
    );
  else await recordSecurityEvent({ ip: info.ip, code, transport: 'oauth', requestId: info.requestId });
  if (!isOAuthError(known)) return sendOtherError(res, known);
  const status = await countAddress(info.ip, OAUTH_FAILURES);
  if (code === 'invalid_client') await untilNextStep(info.startedAt, UNKNOWN_STEP_MS);
  if (status.admitted || client?.kind === 'confidential') sendOAuthError(res, known);
  else sendOtherError(res, tooMany());
}

export function allowOtherSites(res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** `Authorization` is not allowed: a page has no secret to send. */
function sendPreflight(res: ServerResponse): void {
  res.writeHead(204, {
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': '600',
    'Cache-Control': 'no-store',
  });
  res.end();
}
