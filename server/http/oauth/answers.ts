import type { ServerResponse } from 'node:http';
import { issuer } from '../../auth/access-token';
import type { DomainError } from '../../errors/domain-error';
import type { OAuthCode, OAuthError } from '../../errors/oauth-error';

/** Responses of the OAuth endpoints: JSON for programs, and redirects. */

/** Errors for unknown clients are sent at multiples of this time, see `untilNextStep`. */
export const UNKNOWN_STEP_MS = 20;

export function sendJson(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...(headers['Cache-Control'] ? {} : { 'Cache-Control': 'no-store', Pragma: 'no-cache' }),
    ...headers,
  });
  res.end(text);
}

/** RFC 6749, 5.2. */
export function sendOAuthError(res: ServerResponse, error: OAuthError): void {
  const failedLogin = error.code === 'invalid_client';
  sendJson(
    res,
    failedLogin ? 401 : 400,
    { error: error.code, error_description: error.message },
    failedLogin ? { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' } : {},
  );
}

/** Errors outside OAuth in its format: limits, methods and server failures. */
export function sendOtherError(res: ServerResponse, { status, message, extras }: DomainError): void {
  const error =
    status === 500 ? 'server_error' : status < 429 ? 'invalid_request' : 'temporarily_unavailable';
  sendJson(
    res,
    status,
    { error, error_description: message },
    {
      ...(extras.retry_after === undefined ? {} : { 'Retry-After': String(extras.retry_after) }),
      ...(extras.allow ? { Allow: extras.allow.join(', ') } : {}),
    },
  );
}

/** Redirects to the application with the issuer (RFC 9207). The redirect URI is exactly the registered one. */
export function sendToClient(
  res: ServerResponse,
  { redirectUri, state }: { redirectUri: string; state: string | null },
  answer: { code: string } | { error: OAuthCode; description: string },
): void {
  const parameters = new URLSearchParams(
    'code' in answer ? { code: answer.code } : { error: answer.error, error_description: answer.description },
  );
  if (state !== null) parameters.set('state', state);
  parameters.set('iss', issuer());
  sendElsewhere(res, `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`);
}

/** 303: the next request is a GET without the body of this one. */
export function sendElsewhere(res: ServerResponse, location: string): void {
  res.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  res.end();
}
