import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorFromThrown } from '../errors/from-thrown';
import { asRequest } from '../db/connection-share';
import type { Transport } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { notFound } from '../shared/ids';
import { env } from '../env';
import { logger } from '../logger';
import { failSpan, inSpan, startTrace } from '../tracing';
import { handleSingleSignOn } from './single-sign-on-handler';
import { sendErrorPage } from './error-page';
import { continueWhenRead } from './expect-continue';
import { drainUnread } from './drain-unread';
import { handleFhir } from './fhir/handler';
import { sendOutcome } from './fhir/send-outcome';
import { isClientGone } from './files/client-gone';
import { handleUpload } from './files/put-upload';
import { isOurHost } from './host-check';
import { sendLiveness, sendReadiness } from './health';
import { observeRequest, sendMetrics } from './metrics';
import type { PagesHandler } from './pages-handler';
import { handleLogo } from './logo-handler';
import { handleIngest } from './ingest-handler';
import { handleOauth } from './oauth/handler';
import { handlePatientExport } from './patient-export-handler';
import { handlePortalDocuments } from './portal-documents';
import { handlePublic } from './public-handler';
import { sendProblem } from './send-problem';
import {
  isTrusted,
  MAX_HEADER_BYTES,
  rejectConnect,
  framingError,
  rejectRequest,
  rejectUnreadable,
  trackAnswer,
  unreadable,
} from './invalid-request';
import { unknownCaller } from './audit-denials';
import { readRequestInfo, type RequestInfo } from './request-info';
import { handleRest } from './rest/handler';
import { lateBody, encodingError, smallBodies } from './rest/read-body';
import { COMMON_HEADERS, MACHINE_HEADERS, setHeaders } from './security-headers';
import { sendSecurityText } from './security-text';
import { handleScim } from './scim/handler';
import { handleSignIn } from './sign-in-handler';
import { handleTrpc } from './trpc-handler';

/** The HTTP listener: assigns paths to handlers, limits connections and logs one line per request. */

type Handler = (req: IncomingMessage, res: ServerResponse, info: RequestInfo) => void | Promise<void>;

interface Endpoint {
  name: string;
  handle: Handler;
  /** Pages set their own content policy. */
  page?: boolean;
  /** Not logged per request: probes and assets would fill the log. */
  quiet?: boolean;
  /** The path contains a secret (signed URL, upload token): only the prefix is logged. */
  secret?: boolean;
  anyHost?: boolean;
  /** Matches this path only, none below it. */
  alone?: boolean;
  /** Allowed methods, if the handler does not check them. */
  methods?: string[];
  /** Default: a problem document. */
  sendError?: typeof sendProblem;
}

const IDLE_MS = 30_000;
const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

const unknownPath: Handler = (_req, res, info) => sendProblem(res, notFound(), info.requestId);

/** Clients of an API expect a problem document, not a page. */
const UNKNOWN_VERSION = /^\/v\d{1,9}(?:\/|$)/;
const unknownVersion: Endpoint = {
  name: 'rest',
  handle() {
    throw new DomainError('not_found', 'This version of the API does not exist. Use `/v1`.');
  },
};

const probe = { quiet: true, anyHost: true, alone: true, methods: ['GET', 'HEAD'] };
const PROBES: [string, Endpoint][] = [
  ['/healthz', { ...probe, name: 'health', handle: (_req, res) => sendLiveness(res) }],
  ['/readyz', { ...probe, name: 'health', handle: (_req, res) => sendReadiness(res) }],
  ['/metrics', { ...probe, name: 'metrics', handle: sendMetrics, anyHost: env.METRICS_TOKEN !== undefined }],
];

/** Replaces all handlers during startup. */
const STARTING: Endpoint = {
  name: 'start',
  quiet: true,
  anyHost: true,
  handle() {
    throw new DomainError('unavailable', 'The service is starting. Try again.', { retry_after: 2 });
  },
};

const WEB: [string, Endpoint][] = [
  ['/v1', { name: 'rest', handle: handleRest }],
  ['/fhir', { name: 'fhir', handle: handleFhir, sendError: sendOutcome }],
  ['/scim/v2', { name: 'scim', handle: handleScim }],
  ['/api/trpc', { name: 'trpc', handle: handleTrpc, methods: ['GET', 'POST'] }],
  ['/api/sign-in', { name: 'sign-in', handle: handleSignIn, methods: ['POST'] }],
  ['/api/single-sign-on', { name: 'single-sign-on', handle: handleSingleSignOn, methods: ['GET', 'POST'] }],
  ['/api/public', { name: 'public', handle: handlePublic, methods: ['POST'] }],
  [
    '/api/portal/documents/uploads',
    { name: 'documents', handle: handlePortalDocuments, sendError: sendFileError },
  ],
  [
    '/api/portal/documents/inbound',
    { name: 'documents', handle: handlePortalDocuments, sendError: sendFileError },
  ],
  ['/api/portal/patient-exports', { name: 'patient-exports', handle: handlePatientExport }],
  ['/api/portal/logo', { name: 'logo', handle: handleLogo, methods: ['GET', 'HEAD'] }],
  ['/content', { name: 'documents', handle: handlePortalDocuments, secret: true, sendError: sendFileError }],
  ['/uploads', { name: 'documents', handle: handleUpload, secret: true }],
  ['/ingest', { name: 'ingest', handle: handleIngest }],
  [
    '/.well-known/security.txt',
    { name: 'security-text', handle: sendSecurityText, alone: true, methods: ['GET', 'HEAD'] },
  ],
  ...[
    '/oauth/authorize',
    '/oauth/token',
    '/oauth/revoke',
    '/oauth/introspect',
    '/oauth/jwks',
    '/oauth/decide',
    '/.well-known',
  ].map((prefix): [string, Endpoint] => [prefix, { name: 'oauth', handle: handleOauth }]),
];

/**
 * @param pages absent if this process has no `web` role: it then serves probes and metrics only
 * @param isStarted until then only probes and metrics are served
 */
export function createHttpServer(pages: PagesHandler | null, isStarted: () => boolean = () => true): Server {
  const secretPages = ['/oauth/consent', '/invitation', '/reset-password'].map(
    (prefix): [string, Endpoint] => [
      prefix,
      { name: 'page', handle: pages?.handle ?? unknownPath, page: true, secret: true },
    ],
  );
  const endpoints = pages ? [...PROBES, ...WEB, ...secretPages] : PROBES;
  const asset: Endpoint | null = pages && { name: 'page', handle: pages.handle, page: true, quiet: true };
  const page: Endpoint = pages
    ? { name: 'page', handle: pages.handle, page: true }
    : { name: 'none', handle: unknownPath };
  const find = (path: string): [string, Endpoint] => {
    const found: [string, Endpoint] =
      endpoints.find(([prefix, { alone }]) => path === prefix || (!alone && path.startsWith(`${prefix}/`))) ??
      (UNKNOWN_VERSION.test(path)
        ? ['/v1', unknownVersion]
        : asset && path.startsWith('/_next/')
          ? ['/_next', asset]
          : ['page', page]);
    if (isStarted() || PROBES.some(([prefix]) => prefix === found[0])) return found;
    return ['start', { ...STARTING, ...(found[1].page ? { page: true } : {}) }];
  };

  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: 0, // large uploads may take long; idle sockets are closed instead
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false, // framingError() requires it and sends a problem document
    },
    (req, res) => void asRequest(() => answer(req, res, find)),
  );
  server.on('checkContinue', (req, res) => {
    continueWhenRead(req, res);
    server.emit('request', req, res);
  });
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('connect', rejectConnect);
  server.timeout = env.NODE_ENV === 'development' ? 0 : IDLE_MS;
  server.on('clientError', rejectUnreadable);
  return server;
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  find: (path: string) => [string, Endpoint],
): Promise<void> {
  if (!isTrusted(req.socket)) return;
  trackAnswer(req, res);
  setHeaders(res, COMMON_HEADERS);
  const framing = framingError(req);
  const info = framing ? null : readRequestInfo(req);
  if (!info)
    return rejectRequest(
      req,
      res,
      framing ?? unreadable('The request target is not a path without dot segments.'),
    );
  // All handlers use one normalized path, so that none can be bypassed.
  req.url = info.url.pathname + info.url.search;
  const [prefix, endpoint] = find(info.url.pathname);
  res.setHeader('X-Request-Id', info.requestId);
  res.once('finish', () => drainUnread(req, info.linger));
  const { bytesWritten } = req.socket;
  if (!endpoint.quiet) info.span = startTrace('request', 'server', traceparentOf(req, endpoint));
  res.once('close', () => report(req, res, info, prefix, endpoint, bytesWritten));
  res.on('timeout', (socket) => cutIfStuck(req, res, socket, info));
  if (endpoint.page) endLateBody(req, res, info);
  else setHeaders(res, MACHINE_HEADERS);
  try {
    const error = earlyError(req, endpoint);
    if (error) {
      // Probes do not use the database.
      if (!endpoint.quiet) await unknownCaller(info, transportOf(endpoint), error);
      return sendEarlyError(res, error, endpoint, info);
    }
    await inSpan(info.span, () => endpoint.handle(req, res, info));
  } catch (error) {
    if (isClientGone(error)) return void res.destroy();
    const domainError = errorFromThrown(error, { request_id: info.requestId, endpoint: endpoint.name });
    if (endpoint.page && !res.headersSent) sendInsteadOfPage(res, domainError, info.requestId);
    else errorSenderOf(endpoint)(res, domainError, info.requestId);
  }
}

/** Of clients of the API only. Browsers and proxies of others would join the traces of different users. */
const traceparentOf = ({ headers }: IncomingMessage, { name }: Endpoint): string | undefined =>
  name === 'rest' && typeof headers.traceparent === 'string' ? headers.traceparent : undefined;

const errorSenderOf = ({ sendError = sendProblem }: Endpoint) => sendError;

const TRANSPORTS: Record<string, Transport> = {
  rest: 'v1',
  fhir: 'v1',
  oauth: 'oauth',
  ingest: 'intake',
  scim: 'system',
};
const transportOf = ({ name }: Endpoint): Transport => TRANSPORTS[name] ?? 'portal';

function earlyError(req: IncomingMessage, endpoint: Endpoint): DomainError | null {
  if (!endpoint.anyHost && !isOurHost(req.headers.host))
    return new DomainError(
      'misdirected_request',
      `This server only accepts requests for ${new URL(env.PUBLIC_URL).host}.`,
    );
  const { expect } = req.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return new DomainError('expectation_failed', 'The only supported Expect value is 100-continue.');
  if (endpoint.methods && !endpoint.methods.includes(req.method ?? ''))
    return new DomainError('method_not_allowed', 'The path does not support this method.', {
      allow: endpoint.methods,
    });
  // These handlers check the credential first and then do the same check.
  return endpoint.name === 'rest' || endpoint.name === 'ingest' ? null : encodingError(req);
}

function sendEarlyError(
  res: ServerResponse,
  error: DomainError,
  endpoint: Endpoint,
  info: RequestInfo,
): void {
  const extra: Record<string, string> = error.code === 'method_not_allowed' ? {} : { Connection: 'close' };
  if (endpoint.page) sendText(res, error, extra);
  else errorSenderOf(endpoint)(res, error, info.requestId, extra);
}

/** For browsers, which save problem documents as files. */
function sendText(
  res: ServerResponse,
  { status, message, extras }: DomainError,
  extra: Record<string, string>,
): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...extra };
  if (extras.retry_after !== undefined) res.setHeader('Retry-After', extras.retry_after);
  res.writeHead(status, headers).end(`${message}\n`);
}

function sendInsteadOfPage(
  res: ServerResponse,
  { code, status, message, extras }: DomainError,
  requestId: string,
): void {
  if (extras.retry_after !== undefined) res.setHeader('Retry-After', extras.retry_after);
  const isTemporary = status >= 500 && res.req.method === 'GET';
  const kept = 'Saved changes are kept. Unsaved input on this page may be lost.';
  const text = isTemporary ? [message, kept] : [message];
  const title = 'This page could not be loaded';
  sendErrorPage(res, status, { title, text, isTemporary, code, requestId });
}

/** Browsers show files in frames and tabs. There a problem document would be saved as a file. */
function sendFileError(
  res: ServerResponse,
  error: DomainError,
  requestId: string,
  extra: Record<string, string> = {},
): void {
  const isShown = ['iframe', 'document'].includes(String(res.req.headers['sec-fetch-dest']));
  if (res.headersSent || !isShown) return sendProblem(res, error, requestId, extra);
  sendText(res, error, {
    // Browsers style a page of text themselves.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'X-Frame-Options': 'SAMEORIGIN',
    ...extra,
  });
}

/** Pages read their bodies themselves: the small forms of sign-in. */
function endLateBody(req: IncomingMessage, res: ServerResponse, info: RequestInfo): void {
  if (req.headers['transfer-encoding'] === undefined && Number(req.headers['content-length'] ?? 0) === 0)
    return;
  const late = setTimeout(() => {
    if (!req.complete) cutIfStuck(req, res, req.socket, info);
  }, smallBodies.deadlineMs);
  res.once('close', () => clearTimeout(late));
}

/**
 * Closes a connection without traffic for 30 s, from a slow sender or reader; a handler that is still working is not
 * interrupted.
 */
function cutIfStuck(req: IncomingMessage, res: ServerResponse, socket: Socket, info: RequestInfo): void {
  if (!req.complete && !res.headersSent) {
    // Node closes the socket after this response, so nothing is executed after a 408.
    sendProblem(res, lateBody(), info.requestId, { Connection: 'close' });
  } else if (!req.complete || socket.writableLength > 0) socket.destroy();
  else socket.setTimeout(IDLE_MS);
}

function report(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  prefix: string,
  endpoint: Endpoint,
  bytesBefore: number,
): void {
  const ms = performance.now() - info.startedAt;
  const method = req.method ?? '';
  const route = info.route ?? prefix;
  if (!info.isStream) observeRequest(endpoint.name, method, route, res.statusCode, ms / 1000);
  info.span?.updateName(`${method} ${route}`).setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': res.statusCode,
    'clinical.request_id': info.requestId,
  });
  if (info.span && res.statusCode >= 500) failSpan(info.span, String(res.statusCode));
  info.span?.end();
  logger[endpoint.quiet ? 'debug' : 'info'](
    {
      request_id: info.requestId,
      endpoint: endpoint.name,
      method,
      route,
      ...(info.procedure === undefined ? {} : { procedure: info.procedure }),
      ...(info.span ? { trace_id: info.span.spanContext().traceId } : {}),
      path: endpoint.secret ? prefix : info.url.pathname.slice(0, 200),
      status: res.statusCode,
      ms: Math.round(ms * 10) / 10,
      // With headers, as written to the connection.
      bytes: req.socket.bytesWritten - bytesBefore,
      address: info.ip,
      ...info.caller,
      ...(res.writableFinished ? {} : { aborted: true }),
    },
    'request',
  );
}
