import type { IncomingMessage, ServerResponse } from 'node:http';
import { SignOnError } from '../auth/single-sign-on/sign-on-error';
import { findSignOnProvider } from '../auth/single-sign-on/provider';
import { publicKeySet } from '../auth/single-sign-on/token-keys';
import { backChannelLogout } from '../domain/single-sign-on/back-channel-logout';
import { OAuthError } from '../errors/oauth-error';
import { DomainError } from '../errors/domain-error';
import { countAddress } from '../rate-limits/limits';
import { BACK_CHANNEL } from '../rate-limits/policies';
import { notFound } from '../shared/ids';
import { unknownCaller } from './audit-denials';
import { countLimited } from './metrics';
import { sendJson } from './oauth/answers';
import { assertNothingTwice, readForm } from './oauth/form';
import type { RequestInfo } from './request-info';

/**
 * Requests of identity providers: `/api/single-sign-on/SLUG/logout` ends sessions (OpenID Connect Back-Channel Logout
 * 1.0), `/api/single-sign-on/SLUG/jwks` has the key to which tokens may be encrypted (RFC 7517).
 */

const PATH = /^\/api\/single-sign-on\/([a-z0-9][a-z0-9-]{0,62})\/(logout|jwks)$/;
const METHODS = { logout: 'POST', jwks: 'GET' } as const;
const MOST_TOKEN = 20_000;

export async function handleSingleSignOn(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  const [, slug, endpoint] = PATH.exec(info.url.pathname) ?? [];
  if (!slug) throw await unknownCaller(info, 'portal', notFound());
  info.route = `/api/single-sign-on/{slug}/${endpoint}`;
  const method = METHODS[endpoint as keyof typeof METHODS];
  if (req.method !== method)
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('method_not_allowed', 'The path does not support this method.', { allow: [method] }),
    );
  const { admitted, seconds, policy } = await countAddress(info.ip, BACK_CHANNEL);
  if (!admitted) {
    countLimited(policy.name);
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('rate_limited', 'Too many requests from this address.', { retry_after: seconds }),
    );
  }
  if (method === 'POST') return logOut(req, res, info, slug);
  // The same for unknown organizations, which this does not reveal.
  sendJson(res, 200, publicKeySet(await findSignOnProvider(slug)), { 'Cache-Control': 'no-store' });
}

async function logOut(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  slug: string,
): Promise<void> {
  // Section 2.7
  res.setHeader('Cache-Control', 'no-store');
  try {
    const form = await readForm(req, info);
    assertNothingTwice(form);
    const token = form.get('logout_token') ?? '';
    if (token === '' || token.length > MOST_TOKEN)
      throw new SignOnError('logout_token', 'logout_token is missing.');
    await backChannelLogout(slug, token, { ip: info.ip, requestId: info.requestId });
    res.writeHead(200).end();
  } catch (error) {
    const detail = describe(error);
    if (detail === null) throw error;
    res.writeHead(400, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify({ error: 'invalid_request', error_description: detail }));
  }
}

/** Null for an unexpected error. */
function describe(error: unknown): string | null {
  if (error instanceof SignOnError) return error.detail ?? 'Single sign-on is not available.';
  return error instanceof OAuthError ? error.message : null;
}
