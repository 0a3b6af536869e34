import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '../../env';
import type { Context } from '../../shared/context';
import type { RequestInfo } from '../request-info';
import { isNotModified } from './conditional';
import type { Route } from './routes';

/** Members of outputs that become headers. */
interface Answer {
  id?: string;
  version?: number;
  has_more?: boolean;
  next_cursor?: string | null;
}

/** Writes a successful response: status, entity tag, Location, Link. */
export function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  route: Route,
  ctx: Context,
  output: unknown,
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
  const answer = output as Answer;
  const text = JSON.stringify(answer);
  const etag = etagOf(route, answer, text);
  if (etag) headers.ETag = etag;
  if (status === 201) headers.Location = `${env.PUBLIC_URL}${route.path}/${answer.id}`;
  if (route.path === '/v1/labs/results/{id}' && !info.url.pathname.endsWith(`/${answer.id}`))
    headers['Content-Location'] = `/v1/labs/results/${answer.id}`;
  if (route.method === 'GET' && answer.has_more && answer.next_cursor)
    headers.Link = nextLink(info.url, answer.next_cursor);
  if (status === 200 && route.method === 'GET' && etag && isNotModified(req, etag)) {
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

/** Patient data is never cached; the catalog may be cached by its caller. */
const cacheControl = (route: Route) =>
  route.path === '/v1/labs/catalog' ? 'private, no-cache' : 'private, no-store';

function etagOf({ meta }: Route, { version }: Answer, text: string): string | null {
  if (meta.etag === 'version') return `"${version}"`;
  if (meta.etag === 'bytes') return `"${createHash('sha256').update(text).digest('base64url')}"`;
  return null;
}

function nextLink(url: URL, cursor: string): string {
  const next = new URL(url.pathname + url.search, env.PUBLIC_URL);
  next.searchParams.set('cursor', cursor);
  return `<${next.href}>; rel="next"`;
}
