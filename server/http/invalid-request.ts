import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DomainError } from '../errors/domain-error';
import { newRequestId } from '../shared/ids';
import { logger } from '../logger';
import { endGently } from './drain-unread';
import { observeRequest } from './metrics';
import { problemAnswer, sendProblem } from './send-problem';
import { hostOfTarget } from './request-info';
import { COMMON_HEADERS, MACHINE_HEADERS, setHeaders } from './security-headers';

/**
 * Rejects, before any handler, bytes that are not a request, and requests that two parsers could read differently (RFC
 * 9112, sections 3 and 6). The connection is closed, because the following bytes may not be the start of a request.
 */

/** RFC 9110, section 4.1 requires at least 8,000. */
const MAX_TARGET = 8 * 1024;
export const MAX_HEADER_BYTES = 16 * 1024;
/** Far below 2,000, beyond which Node drops headers silently. */
const MAX_HEADERS = 200;

export const unreadable = (detail: string) => new DomainError('invalid_request', detail);
const tooLong = () =>
  new DomainError('uri_too_long', `The request target is longer than ${MAX_TARGET} characters.`);

/** Node keeps the first of these headers, and a proxy may keep the last. */
const ONCE = new Set(['host', 'authorization', 'content-type', 'content-length', 'transfer-encoding']);

/** Rejects what Node's parser accepts but this server does not. @returns null if the request is valid */
export function framingError(req: IncomingMessage): DomainError | null {
  if ((req.url ?? '').length > MAX_TARGET) return tooLong();
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0')
    return unreadable('This server supports only HTTP/1.1 and HTTP/1.0.');
  const { rawHeaders } = req;
  if (rawHeaders.length > 2 * MAX_HEADERS)
    return new DomainError('headers_too_large', `The request has more than ${MAX_HEADERS} headers.`);
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) return unreadable(`The header ${rawHeaders[at]} is sent twice.`);
    seen.add(name);
  }
  if (!seen.has('host') && req.httpVersion === '1.1') return unreadable('The header Host is missing.');
  const target = hostOfTarget(req.url ?? '');
  if (target !== null && target.toLowerCase() !== req.headers.host?.toLowerCase())
    return new DomainError(
      'misdirected_request',
      'The request target and the Host header name different hosts.',
    );
  const coding = req.headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (coding.toLowerCase() !== 'chunked' || req.httpVersion !== '1.1')
    return unreadable('The only supported transfer coding is chunked, in HTTP/1.1.');
  return seen.has('content-length')
    ? unreadable('The request has both Content-Length and Transfer-Encoding. Send only one.')
    : null;
}

const answering = new WeakMap<Duplex, Set<ServerResponse>>();
const rejected = new WeakSet<Duplex>();

/** Tracks the responses of a socket, so that an error never replaces another response. */
export function trackAnswer(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  const open = answering.get(socket) ?? new Set();
  answering.set(socket, open.add(res));
  res.once('close', () => {
    open.delete(res);
    if (open.size === 0 && rejected.has(socket)) endGently(socket);
  });
}

/** Node's `clientError`: the parser could not read the request. */
export function rejectUnreadable(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Duplex,
): void {
  if (rejected.has(socket)) return;
  rejected.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const open = [...(answering.get(socket) ?? [])];
  // Complete requests before the malformed one still get their responses; the socket closes after the last of them.
  if (open.some((res) => res.req.complete)) return;
  if (open.some((res) => res.headersSent)) return void socket.destroy();
  rejectSocket(socket, reasonOf(error));
}

function reasonOf(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): DomainError {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new DomainError('request_timeout', 'The headers did not arrive in time.');
  if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new DomainError('payload_too_large', 'The chunk extensions are larger than 16 KiB.', {
      max_bytes: MAX_HEADER_BYTES,
    });
  if (error.code !== 'HPE_HEADER_OVERFLOW') return unreadable('The request cannot be read.');
  const packet = error.rawPacket?.subarray(0, MAX_TARGET) ?? Buffer.alloc(0);
  return /^[A-Z]+ \S+$/.test(packet.toString('latin1'))
    ? tooLong()
    : new DomainError('headers_too_large', `The headers exceed ${MAX_HEADER_BYTES / 1024} KiB.`);
}

/** CONNECT requests a tunnel; Node passes the raw socket. */
export function rejectConnect(_req: IncomingMessage, socket: Duplex): void {
  rejected.add(socket);
  rejectSocket(socket, unreadable('This server is not a proxy.'));
}

/** False once a request on the socket was rejected: requests after an untrusted one are not executed. */
export const isTrusted = (socket: Duplex): boolean => !rejected.has(socket);

/** Rejects a request that already has a response object, and closes its connection. */
export function rejectRequest(req: IncomingMessage, res: ServerResponse, error: DomainError): void {
  const { socket } = req;
  rejected.add(socket);
  // Node closes the connection with this method after a response with `Connection: close`.
  socket.destroySoon = () => endGently(socket);
  const requestId = newRequestId();
  setHeaders(res, MACHINE_HEADERS);
  sendProblem(res, error, requestId, { Connection: 'close' });
  report(error, requestId);
}

/** Writes the response to the raw socket and closes it. */
function rejectSocket(socket: Duplex, error: DomainError): void {
  const requestId = newRequestId();
  const { headers, body } = problemAnswer(error, requestId);
  const all = { ...COMMON_HEADERS, ...MACHINE_HEADERS, ...headers, Connection: 'close' };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `${error.status} ${STATUS_CODES[error.status]}`;
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`);
  endGently(socket as Socket);
  report(error, requestId);
}

function report({ status, code }: DomainError, requestId: string): void {
  observeRequest('none', 'other', 'unreadable', status, 0);
  logger.info({ request_id: requestId, endpoint: 'none', status, code }, 'request');
}
