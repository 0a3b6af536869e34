import type { Server, ServerResponse } from 'node:http';
import { StartError } from '../errors/start-error';

/** @param setting of the port, for error messages */
export function listen(
  server: Server,
  { host, port, setting }: { host: string; port: number; setting: 'PORT' | 'HEALTH_PORT' },
): Promise<void> {
  const sentence = (code: string | undefined): string => {
    if (code === 'EADDRINUSE')
      return `Port ${port} on ${host} is in use by another program; set ${setting} to a free one.`;
    if (code === 'EACCES')
      return `Port ${port} requires more privileges than this user has; set ${setting} to one above 1023.`;
    return `The server cannot listen on ${host}:${port} (${code}).`;
  };
  trackResponses(server);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(sentence(error.code), { cause: error })),
    );
    server.listen(port, host, () => resolve());
  });
}

const DRAIN_MS = 6_000;

/** Responses that have not ended, by server. */
const openResponses = new WeakMap<Server, Set<ServerResponse>>();

function trackResponses(server: Server): void {
  const responses = new Set<ServerResponse>();
  openResponses.set(server, responses);
  server.prependListener('request', (_req, res) => {
    responses.add(res);
    res.once('close', () => responses.delete(res));
  });
}

/**
 * Accepts requests while a load balancer notices that `/readyz` returns 503, each as the last of its connection. Then
 * closes the listener and idle connections, and lets running requests finish for six seconds.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  // A keep-alive connection may carry one more request, whose response tells the client to close it.
  const last = (res: ServerResponse) => void (res.headersSent || res.setHeader('Connection', 'close'));
  server.prependListener('request', (_req, res) => last(res));
  openResponses.get(server)?.forEach(last);
  if (server.listening) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    await pendingAccepted();
  }
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

const SHORT_TURN_MS = 0.2;
const MOST_WAIT_MS = 1_500;

/**
 * Connections that the kernel has established but this process has not accepted are reset when it stops listening, and
 * a proxy may have sent a request on them. The event loop accepts them all in each turn, so this waits for a turn in
 * which it did nothing else; on a busy machine, for a turn that was short.
 */
async function pendingAccepted(): Promise<void> {
  const from = performance.now();
  let [before, now] = [-Infinity, from];
  const waited = () => now - from;
  while (now - before > SHORT_TURN_MS + waited() / 1_000 && waited() < MOST_WAIT_MS) {
    before = now;
    await new Promise((resolve) => setImmediate(resolve));
    now = performance.now();
  }
}
