import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '../env';
import { notFound } from '../shared/ids';
import { sendProblem } from './send-problem';
import type { RequestInfo } from './request-info';

const VALID_DAYS = 90;

/** `/.well-known/security.txt` (RFC 9116): whom to tell about a security problem of this installation. */
export function sendSecurityText(_req: IncomingMessage, res: ServerResponse, info: RequestInfo): void {
  if (env.SECURITY_CONTACT === undefined) return sendProblem(res, notFound(), info.requestId);
  const expires = new Date(Date.now() + VALID_DAYS * 86_400_000);
  const lines = [
    `Contact: ${env.SECURITY_CONTACT}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${env.PUBLIC_URL}/.well-known/security.txt`,
  ];
  res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'max-age=86400' });
  res.end(`${lines.join('\n')}\n`);
}
