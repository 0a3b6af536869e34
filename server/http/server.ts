import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../domain/errors';
import { notFound } from '../domain/ids';
import { env } from '../env';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { handleUpload } from './documents/put-upload';
import { isOurHost } from './host-check';
import { sendLiveness, sendReadiness } from './health';
import { observeRequest, sendMetrics } from './metrics';
import type { NextDoor } from './next-door';
import { handlePortalDocuments } from './portal-documents';
import { sendProblem } from './problem';
import { refuseSocket, refusedTarget } from './refusal';
import { readRequestInfo, type RequestInfo } from './request-info';
import { handleRest } from './rest/door';
import { setCommonHeaders, setMachineHeaders } from './security-headers';
import { handleTrpc } from './trpc-door';

/** The one listener: which path leads to which door, limits of connections, one log line per request. */

type Handler = (req: IncomingMessage, res: ServerResponse, info: RequestInfo) => void | Promise<void>;

interface Door {
  name: string;
  handle: Handler;
  /** Pages set their own content policy. */
  page?: boolean;
  /** Not one line per call: probes and assets would drown the log. */
  quiet?: boolean;
  /** The path holds a secret (signed address, upload token): only the prefix is logged. */
  secret?: boolean;
  anyHost?: boolean;
}

const IDLE_MS = 30_000;
const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

const unknownPath: Handler = (_req, res, info) => sendProblem(res, notFound(), info.requestId);

const PROBES: [string, Door][] = [
  ['/healthz', { name: 'health', handle: (_req, res) => sendLiveness(res), quiet: true, anyHost: true }],
  ['/readyz', { name: 'health', handle: (_req, res) => sendReadiness(res), quiet: true, anyHost: true }],
  [
    '/metrics',
    { name: 'metrics', handle: sendMetrics, quiet: true, anyHost: env.METRICS_TOKEN !== undefined },
  ],
];

const WEB: [string, Door][] = [
  ['/v1', { name: 'rest', handle: handleRest }],
  ['/api/trpc', { name: 'trpc', handle: handleTrpc }],
  ['/api/portal/documents', { name: 'documents', handle: handlePortalDocuments }],
  ['/content', { name: 'documents', handle: handlePortalDocuments, secret: true }],
  ['/uploads', { name: 'documents', handle: handleUpload, secret: true }],
  ['/ingest', { name: 'none', handle: unknownPath, secret: true }],
  ...['/.well-known', '/oauth/token', '/oauth/revoke', '/oauth/introspect'].map((prefix): [string, Door] => [
    prefix,
    { name: 'none', handle: unknownPath },
  ]),
];

/** @param pages absent when this process has no `web` role: it then answers probes and metrics only */
export function createHttpServer(pages: NextDoor | null): Server {
  const doors = pages ? [...PROBES, ...WEB] : PROBES;
  const asset: Door | null = pages && { name: 'page', handle: pages.handle, page: true, quiet: true };
  const page: Door = pages
    ? { name: 'page', handle: pages.handle, page: true }
    : { name: 'none', handle: unknownPath };
  const find = (path: string): [string, Door] =>
    doors.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`)) ??
    (asset && path.startsWith('/_next/') ? ['/_next', asset] : ['page', page]);

  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: 0, // large uploads may take long; a socket on which nothing moves is cut instead
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
    },
    (req, res) => void answer(req, res, find),
  );
  server.timeout = env.NODE_ENV === 'development' ? 0 : IDLE_MS;
  server.on('clientError', refuseUnreadable);
  return server;
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  find: (path: string) => [string, Door],
): Promise<void> {
  setCommonHeaders(res);
  const info = readRequestInfo(req);
  if (!info) return refusedTarget(res);
  // One reading of the path for all doors, so that none is reached around another.
  req.url = info.url.pathname + info.url.search;
  const [prefix, door] = find(info.url.pathname);
  res.setHeader('X-Request-Id', info.requestId);
  res.once('close', () => report(req, res, info, prefix, door));
  res.on('timeout', (socket) => cutIfStuck(req, res, socket));
  if (!door.page) setMachineHeaders(res);
  if (!door.anyHost && !isOurHost(req.headers.host)) {
    const body = `This server answers as ${new URL(env.PUBLIC_URL).host} only.\n`;
    res.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(body);
    return;
  }
  try {
    await door.handle(req, res, info);
  } catch (error) {
    logger.error({ request_id: info.requestId, door: door.name, ...safeError(error) }, 'request failed');
    if (res.headersSent) res.destroy();
    else sendProblem(res, new DomainError('internal_error', 'An unexpected error occurred.'), info.requestId);
  }
}

/** Nothing moved for 30 s: a slow sender or a slow reader is cut, a handler that still works is not. */
function cutIfStuck(req: IncomingMessage, res: ServerResponse, socket: Socket): void {
  if (!req.complete && !res.headersSent)
    refuseSocket(socket, 408, 'request_timeout', 'The request body did not arrive in time.');
  else if (!req.complete || socket.writableLength > 0) socket.destroy();
  else socket.setTimeout(IDLE_MS);
}

function refuseUnreadable(error: NodeJS.ErrnoException, duplex: { destroy(): unknown }): void {
  // An answer that has begun on this socket must not get a second one written into it.
  const socket = duplex as Socket & { _httpMessage?: { headersSent: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) socket.destroy();
  else if (error.code === 'HPE_HEADER_OVERFLOW')
    refuseSocket(socket, 431, 'headers_too_large', 'The headers exceed 16 KiB.');
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    refuseSocket(socket, 408, 'request_timeout', 'The headers did not arrive in time.');
  else refuseSocket(socket, 400, 'invalid_request', 'The request cannot be read.');
}

function report(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  prefix: string,
  door: Door,
): void {
  const ms = performance.now() - info.startedAt;
  const method = req.method ?? '';
  observeRequest(door.name, method, info.route ?? prefix, res.statusCode, ms / 1000);
  logger[door.quiet ? 'debug' : 'info'](
    {
      request_id: info.requestId,
      door: door.name,
      method,
      path: door.secret ? prefix : info.url.pathname.slice(0, 200),
      status: res.statusCode,
      ms: Math.round(ms * 10) / 10,
      ...(res.writableFinished ? {} : { aborted: true }),
    },
    'request',
  );
}
