import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import tls, { TLSSocket } from 'node:tls';

/**
 * A tunnel (CONNECT) through the operator's proxy, which then resolves names for us. TLS is negotiated with the
 * receiver inside the tunnel. Custom code, because the agents on npm return a proxy's error as if it were the
 * receiver's response: a 410 from the proxy would disable a webhook.
 */

export interface EgressProxy {
  url: URL;
  /** Additional certificate authority for an https proxy. */
  ca?: string | undefined;
}

const HEADER_CAP = 16 * 1024;

/**
 * Failure to reach the proxy, or an error from it. `code` is `PROXY_UNREACHABLE`, `PROXY_CREDENTIALS` or
 * `PROXY_REJECTED`.
 */
class ProxyFailure extends Error {
  constructor(
    readonly code: 'PROXY_UNREACHABLE' | 'PROXY_CREDENTIALS' | 'PROXY_REJECTED',
    readonly proxyStatus?: number,
  ) {
    super('The proxy did not connect.');
  }
}

export interface TunnelOptions extends https.RequestOptions {
  /** When the caller gives up. All of the connection is closed then. */
  tunnelMs: number;
}
type Done = (error: Error | null, socket?: Duplex) => void;

/** Agents by protocol. Plain http is tunneled too, so that a proxy needs to allow only CONNECT. */
export function tunnelAgents(proxy: EgressProxy, pooling: http.AgentOptions): Record<string, http.Agent> {
  const by = (agent: http.Agent, secure: boolean) =>
    Object.assign(agent, {
      createConnection: (to: TunnelOptions, done: Done) => void connect(proxy, to, secure, done),
    });
  return { 'http:': by(new http.Agent(pooling), false), 'https:': by(new https.Agent(pooling), true) };
}

function connect(proxy: EgressProxy, to: TunnelOptions, secure: boolean, done: Done): void {
  let settled = false;
  let step: { destroy(): unknown } | undefined;
  const late = setTimeout(() => step?.destroy(), to.tunnelMs);
  const end: Done = (error, socket) => {
    if (settled) return;
    settled = true;
    clearTimeout(late);
    if (error) step?.destroy();
    done(error, socket);
  };
  step = ask(proxy, to, (error, socket) => {
    if (error || !socket) return end(error);
    if (!secure) return end(null, socket);
    step = handshake(socket, to, end);
  });
}

function ask({ url, ca }: EgressProxy, to: TunnelOptions, done: Done): http.ClientRequest {
  const host = String(to.host);
  const target = `${host.includes(':') ? `[${host}]` : host}:${to.port}`;
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const request = (url.protocol === 'https:' ? https : http).request({
    host: name,
    port: url.port || undefined,
    // Otherwise the proxy's certificate would be checked against `host`, which is the receiver's.
    servername: isIP(name) ? '' : name,
    method: 'CONNECT',
    path: target,
    agent: false,
    maxHeaderSize: HEADER_CAP,
    headers: { host: target, ...(url.username ? { 'proxy-authorization': basic } : {}) },
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(ca ? { ca } : {}),
  });
  request.on('error', () => done(new ProxyFailure('PROXY_UNREACHABLE')));
  request.on('connect', ({ statusCode = 0 }: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until the caller adds its listeners, an error must not crash the process.
    socket.on('error', () => undefined);
    if (statusCode >= 200 && statusCode < 300 && head.length === 0) return done(null, socket);
    socket.destroy();
    done(new ProxyFailure(statusCode === 407 ? 'PROXY_CREDENTIALS' : 'PROXY_REJECTED', statusCode));
  });
  return request.end();
}

/** Completes TLS before handing over the connection, so that the connect timeout includes it. */
function handshake(socket: Duplex, to: TunnelOptions, done: Done): TLSSocket {
  const secure = tls.connect({ ...(to as tls.ConnectionOptions), path: undefined, socket });
  const fail = ({ code }: NodeJS.ErrnoException) =>
    done(Object.assign(new Error('No TLS connection.'), { code, certificateEnded: certificateEnd(secure) }));
  const cut = () => fail({ name: '', message: '', code: 'ECONNRESET' });
  secure.once('error', fail).once('close', cut);
  return secure.once('secureConnect', () => {
    secure.off('error', fail).off('close', cut);
    done(null, secure);
  });
}

export function certificateEnd(socket: unknown): Date | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // Empty or null once the connection is closed, despite its type.
  const certificate = socket.getPeerCertificate() as { valid_to?: string } | null;
  return certificate?.valid_to ? new Date(certificate.valid_to) : undefined;
}
