import type { ServerResponse } from 'node:http';
import { problemOf } from '../errors/problem-document';
import { STATUS, type DomainError } from '../errors/domain-error';

/** Sends problem documents with the headers of their codes. */

/** @param extra headers for this error only */
export function sendProblem(
  res: ServerResponse,
  error: DomainError,
  requestId: string,
  extra: Record<string, string> = {},
): void {
  if (res.headersSent) return void res.destroy();
  const { headers, body } = problemAnswer(error, requestId);
  res.writeHead(error.status, { ...headers, ...extra });
  res.end(body);
}

/** Headers and body, also for sockets without a response object. */
export function problemAnswer(
  error: DomainError,
  requestId: string,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(problemOf(error, requestId));
  return {
    body,
    headers: {
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...headersOf(error),
    },
  };
}

export function headersOf({ code, extras }: DomainError): Record<string, string> {
  const headers: Record<string, string> = {};
  // RFC 6750: no error code if no credential was sent.
  if (code === 'missing_credentials') headers['WWW-Authenticate'] = 'Bearer';
  else if (STATUS[code] === 401) headers['WWW-Authenticate'] = 'Bearer error="invalid_token"';
  else if (code === 'insufficient_scope')
    headers['WWW-Authenticate'] =
      `Bearer error="insufficient_scope", scope="${(extras.required_scopes ?? []).join(' ')}"`;
  if (extras.retry_after !== undefined) headers['Retry-After'] = String(extras.retry_after);
  if (extras.allow) headers.Allow = extras.allow.join(', ');
  return headers;
}
