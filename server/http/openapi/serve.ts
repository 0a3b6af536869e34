import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '../../env';
import type { RequestInfo } from '../request-info';
import { isNotModified } from '../rest/conditional';
import { openApiDocument } from './document';

let made: { text: string; etag: string } | undefined;

/** `GET /v1/openapi.json`. Needs no credential. */
export function openApiJson(req: IncomingMessage, res: ServerResponse, info: RequestInfo): void {
  if (!made) {
    const text = JSON.stringify(openApiDocument(env.PUBLIC_URL));
    made = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  }
  const headers = {
    ETag: made.etag,
    'Cache-Control': 'private, no-cache',
    'X-Request-Id': info.requestId,
    'X-Content-Type-Options': 'nosniff',
  };
  if (isNotModified(req, made.etag)) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  res.writeHead(200, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(made.text),
  });
  res.end(made.text);
}
