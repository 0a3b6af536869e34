import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { issuer } from '../../auth/access-token';
import type { DomainError } from '../../errors/domain-error';
import type { OAuthCode, OAuthError } from '../../errors/oauth-error';

/** Responses of the OAuth endpoints: JSON for programs, redirects and a plain page for people. */

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

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color:#14201d}h1{font-size:1.5rem}';
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** For users who cannot be redirected safely. */
export function sendPage(
  res: ServerResponse,
  status: number,
  page: { title: string; text: string; requestId: string },
): void {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(page.title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(page.title)}</h1><p>${escaped(page.text)}</p><p>Request ${escaped(page.requestId)}</p></main></body></html>`;
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  res.end(html);
}
