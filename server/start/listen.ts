import type { Server } from 'node:http';
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
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(sentence(error.code), { cause: error })),
    );
    server.listen(port, host, () => resolve());
  });
}

const DRAIN_MS = 6_000;

/**
 * Accepts requests while a load balancer notices that `/readyz` returns 503, each as the last of its connection. Then
 * closes the listener and idle connections, and lets running requests finish for six seconds.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  // A keep-alive connection may carry one more request, whose response tells the client to close it.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
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

const IDLE_TURN_MS = 0.2;
const MOST_WAIT_MS = 500;

/**
 * Connections that the kernel has established but this process has not accepted are reset when it stops listening, and
 * a proxy may have sent a request on them. The event loop accepts them all in each turn, so this waits for a turn in
 * which it did nothing else.
 */
async function pendingAccepted(): Promise<void> {
  const deadline = performance.now() + MOST_WAIT_MS;
  let [before, now] = [-Infinity, performance.now()];
  while (now - before > IDLE_TURN_MS && now < deadline) {
    before = now;
    await new Promise((resolve) => setImmediate(resolve));
    now = performance.now();
  }
}
