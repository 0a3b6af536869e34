import type { IncomingMessage } from 'node:http';
import type { Span } from '@opentelemetry/api';
import ipaddr from 'ipaddr.js';
import { newRequestId, showId } from '../shared/ids';
import { credentialName, type Actor } from '../shared/context';
import { env } from '../env';
import { parseUrl } from '../parse-url';
import type { Linger } from './drain-unread';

/** Request data that all handlers share: ID, address of the caller, normalized URL. */
export interface RequestInfo {
  requestId: string;
  /** Address of the caller. Only the part of `X-Forwarded-For` written by `TRUSTED_PROXIES` counts. */
  ip: string;
  /** Based on `PUBLIC_URL`. Its query may contain patient data: never log it. */
  url: URL;
  /** `performance.now()` at arrival. */
  startedAt: number;
  /** Pattern such as `/v1/patients/{id}`, set by its handler, for metrics and log. */
  route?: string;
  /** Of the portal, for the log. */
  procedure?: string;
  /** Whose request it is, for the log; absent until a credential was accepted. */
  caller?: { organization: string; credential: string };
  /** Of the request, if traces are on. */
  span?: Span | undefined;
  /** The response stays open, so its duration is not a latency. */
  isStream?: boolean;
  /** Limit of the body that is read and discarded after a response that did not wait for it. */
  linger?: Linger;
}

/** Organization and credential of a request by their IDs, for its line in the log. */
export function noteCaller(info: RequestInfo, actor: Actor): void {
  info.caller = { organization: showId('organization', actor.orgId), credential: credentialName(actor) };
}

/** @returns null if the request target is not a path */
export function readRequestInfo(req: IncomingMessage): RequestInfo | null {
  const url = readUrl(req.url ?? '');
  return url && { requestId: newRequestId(), ip: callerAddress(req), url, startedAt: performance.now() };
}

/** RFC 9112, 3.2.2. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/i;

/** The host of an absolute target; null for a path. */
export const hostOfTarget = (target: string): string | null => ABSOLUTE_FORM.exec(target)?.[1] ?? null;

/** `.` and `..`, also encoded: the URL parser resolves them, but a proxy that allows prefixes does not. */
const DOT_SEGMENT = /^[^?]*\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

function readUrl(target: string): URL | null {
  // Prefixing instead of resolving: `//other.example/` would otherwise become a foreign host.
  const absolute = ABSOLUTE_FORM.exec(target);
  const path = absolute ? absolute[2] || '/' : target;
  if (DOT_SEGMENT.test(path)) return null;
  // A target has no fragment, and this parser would read a backslash as a slash while others do not.
  if (/#|^[^?]*\\/.test(path)) return null;
  return path.startsWith('/') ? parseUrl(env.PUBLIC_URL + path) : null;
}

const trusted = env.TRUSTED_PROXIES.map((range) => ipaddr.parseCIDR(range));

function isTrusted(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return trusted.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
}

function callerAddress(req: IncomingMessage): string {
  const peer = plain(req.socket.remoteAddress ?? '');
  if (!isTrusted(peer)) return peer;
  const header = req.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => hop.trim());
  // From the right: each trusted proxy appended the address it saw; the first untrusted one is the caller.
  let caller = peer;
  for (const hop of hops.reverse()) {
    if (!ipaddr.isValid(hop)) break;
    caller = plain(hop);
    if (!isTrusted(caller)) break;
  }
  return caller;
}

/** `::ffff:192.0.2.1` → `192.0.2.1` */
const plain = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

/** True if the request came from this machine and was not forwarded by a proxy. */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const peer = req.socket.remoteAddress ?? '';
  const relayed = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => req.headers[name] !== undefined,
  );
  return !relayed && ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback';
}
