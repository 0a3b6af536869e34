import http from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import { certificateEnd, tunnelAgents, type EgressProxy, type TunnelOptions } from './egress-proxy';
import type { Cause } from './failure';
import { guardedLookup, isExempt, type OutboundPolicy } from './outbound-guard';

/**
 * One HTTP exchange: pooled connections, verified TLS, no redirects, limited time and size. Not `fetch`, which follows
 * redirects, hides the connection and reads whole bodies.
 */

export interface PostOptions {
  policy: OutboundPolicy;
  connectMs: number;
  totalMs: number;
  signal?: AbortSignal | undefined;
  /** Additional certificate authority. Verification cannot be disabled. */
  ca?: string | undefined;
  /** Client certificate and its key, PEM. */
  cert?: string | undefined;
  key?: string | undefined;
  /**
   * False opens a separate connection. Danger: pooled connections are shared by host and port, so a policy that allows
   * more addresses than that of webhooks must not use them.
   */
  pool?: boolean;
  /** Maximum bytes of the response to read, by default 16 KiB; the connection is closed after that. */
  bodyCap?: number | undefined;
}

export interface Received {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** At most `bodyCap`. */
  body: Buffer;
  /** From a network in `WEBHOOK_ALLOW_CIDRS`. */
  isExempt: boolean;
}

const BODY_CAP = 16 * 1024;
const HEADER_CAP = 16 * 1024;

// Closes idle connections before most receivers do.
const pooling = { keepAlive: true, maxFreeSockets: 100, timeout: 4_000, scheduling: 'lifo' } as const;
const agents: Record<string, http.Agent> = {
  'http:': new http.Agent(pooling),
  'https:': new https.Agent(pooling),
};

let tunnels: { proxy: EgressProxy; agents: Record<string, http.Agent> } | undefined;

function tunnelsOf(proxy: EgressProxy): Record<string, http.Agent> {
  if (tunnels?.proxy !== proxy) {
    closeTunnels();
    tunnels = { proxy, agents: tunnelAgents(proxy, pooling) };
  }
  return tunnels.agents;
}

function closeTunnels(): void {
  for (const agent of Object.values(tunnels?.agents ?? {})) agent.destroy();
}

export function closeConnections(): void {
  for (const agent of Object.values(agents)) agent.destroy();
  closeTunnels();
}

/** Danger: if a proxy is configured, every agent must use it. */
function agentFor(
  protocol: string,
  { policy, ca, cert, pool = true }: PostOptions,
  pooled: boolean,
): http.Agent | false {
  const isPooled = pooled && pool && !ca && !cert;
  if (!policy.proxy) return isPooled ? agents[protocol]! : false;
  return (isPooled ? tunnelsOf(policy.proxy) : tunnelAgents(policy.proxy, { keepAlive: false }))[protocol]!;
}

/** JSON unless the headers name another type. Resolves with the response or rejects with a `Cause`. */
export const post = (
  url: URL,
  headers: Record<string, string>,
  body: string | Buffer,
  options: PostOptions,
): Promise<Received> => exchange(url, headers, body, options);

export const get = (url: URL, headers: Record<string, string>, options: PostOptions): Promise<Received> =>
  exchange(url, headers, null, options);

function exchange(
  url: URL,
  headers: Record<string, string>,
  body: string | Buffer | null,
  options: PostOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let request: http.ClientRequest;
    let settled = false;
    let answered = false;
    const end = (done: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(total);
      clearTimeout(connecting);
      options.signal?.removeEventListener('abort', stop);
      done();
    };
    const fail = (cause: Cause) => end(() => (reject(cause), request.destroy()));
    const stop = () => fail({ code: 'STOPPED' });
    const total = setTimeout(() => fail({ code: 'TOTAL_TIMEOUT' }), options.totalMs);
    const connecting = setTimeout(() => fail({ code: 'CONNECT_TIMEOUT' }), options.connectMs);

    const attempt = (pooled: boolean) => {
      request = open(url, headers, body, options, pooled);
      request.on('socket', (socket) => {
        if (!socket.connecting) return clearTimeout(connecting);
        socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () =>
          clearTimeout(connecting),
        );
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // A reused connection that the receiver closed at the same moment: it has not seen this request.
        const wasClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
        if (!settled && !answered && wasClosed && request.reusedSocket) return attempt(false);
        fail({ certificateEnded: certificateEnd(request.socket), ...causeOf(error) });
      });
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        fail({ code: 'HPE_UPGRADE' });
      });
      request.on('response', (response) => {
        answered = true;
        // Read now, because a closed socket no longer knows its address.
        const exempt = isExempt(options.policy, url, response.socket.remoteAddress);
        const done = (received: Omit<Received, 'isExempt'>) =>
          end(() => resolve({ ...received, isExempt: exempt }));
        read(response, options.bodyCap ?? BODY_CAP, done, fail);
      });
      request.end(body ?? undefined);
    };
    options.signal?.addEventListener('abort', stop);
    attempt(true);
    if (options.signal?.aborted) stop();
  });
}

function causeOf({ code, certificateEnded, proxyStatus }: NodeJS.ErrnoException & Cause): Cause {
  return { code, proxyStatus, ...(certificateEnded ? { certificateEnded } : {}) };
}

function open(
  url: URL,
  headers: Record<string, string>,
  body: string | Buffer | null,
  options: PostOptions,
  pooled: boolean,
): http.ClientRequest {
  const { policy, ca, cert, key } = options;
  const settings: TunnelOptions & { autoSelectFamilyAttemptTimeout: number } = {
    agent: agentFor(url.protocol, options, pooled),
    tunnelMs: options.connectMs,
    method: body === null ? 'GET' : 'POST',
    headers:
      body === null
        ? headers
        : { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: guardedLookup(policy),
    // One second per address instead of Node's 250 ms.
    autoSelectFamilyAttemptTimeout: 1_000,
    maxHeaderSize: HEADER_CAP,
    // Explicit, so that neither agent nor process settings can weaken it.
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(ca ? { ca } : {}),
    ...(cert && key ? { cert, key } : {}),
  };
  return (url.protocol === 'http:' ? http : https).request(url, settings);
}

function read(
  response: http.IncomingMessage,
  cap: number,
  done: (received: Omit<Received, 'isExempt'>) => void,
  fail: (cause: Cause) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () =>
    done({
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: Buffer.concat(chunks).subarray(0, cap),
    });
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < cap) return;
    finish();
    response.destroy();
  });
  response.on('end', finish);
  response.on('error', (error: NodeJS.ErrnoException) => fail({ code: error.code }));
}
