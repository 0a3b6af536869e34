import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '../../env';
import type { Context } from '../../shared/context';
import type { RequestInfo } from '../request-info';
import { isNotModified } from './conditional';
import type { Route } from './routes';

/** Writes a successful answer: status, entity tag, Location, Link, and nothing that the contract does not name. */
export function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  route: Route,
  ctx: Context,
  text: string,
): void {
  const status = route.meta.success ?? 200;
  const headers: Record<string, string> = {
    'X-Request-Id': info.requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl(route),
  };
  if (ctx.idempotency?.replayed) headers['Idempotency-Replayed'] = 'true';
  if (status === 204) {
    res.writeHead(204, headers);
    res.end();
    return;
  }
  const etag = etagOf(route, text);
  if (etag) headers.ETag = etag;
  if (status === 201) headers.Location = `${env.PUBLIC_URL}${route.path}/${memberOf(text, 'id')}`;
  if (route.path === '/v1/labs/results/{id}' && !info.url.pathname.endsWith(memberOf(text, 'id')))
    headers['Content-Location'] = `/v1/labs/results/${memberOf(text, 'id')}`;
  const next = route.meta.openapi?.operationId?.startsWith('list') ? nextLink(info.url, text) : null;
  if (next) headers.Link = next;
  if (status === 200 && req.method === 'GET' && etag && isNotModified(req, etag)) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  res.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}

/** Patient data is never kept by a cache; the catalog may be kept by its own caller. */
const cacheControl = (route: Route) =>
  route.path === '/v1/labs/catalog' ? 'private, no-cache' : 'private, no-store';

function etagOf(route: Route, text: string): string | null {
  if (route.meta.etag === 'version') return `"${/"version":(\d+)/.exec(text)?.[1] ?? '1'}"`;
  if (route.meta.etag === 'bytes') return `"${createHash('sha256').update(text).digest('base64url')}"`;
  return null;
}

/** A member near the beginning of our own JSON, without parsing the whole of it. */
const memberOf = (text: string, name: string): string =>
  new RegExp(`"${name}":"([^"\\\\]*)"`).exec(text)?.[1] ?? '';

function nextLink(url: URL, text: string): string | null {
  // Both members together: nothing that a caller can put into a list reads like this.
  const cursor = /"has_more":true,"next_cursor":"([^"\\]+)"/.exec(text)?.[1];
  if (!cursor) return null;
  const next = new URL(url.pathname + url.search, env.PUBLIC_URL);
  next.searchParams.set('cursor', cursor);
  return `<${next.href}>; rel="next"`;
}
