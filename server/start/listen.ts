import type { Server } from 'node:http';
import { env } from '../env';
import { StartError } from '../errors/start-error';

export function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(sentence(error), { cause: error })),
    );
    server.listen(env.PORT, env.HOST, () => resolve());
  });
}

function sentence(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${env.PORT} on ${env.HOST} is in use by another program; set PORT to a free one.`;
  if (error.code === 'EACCES')
    return `Port ${env.PORT} requires more privileges than this user has; set PORT to one above 1023.`;
  return `The server cannot listen on ${env.HOST}:${env.PORT} (${error.code}).`;
}

const DRAIN_MS = 6_000;

/**
 * Accepts requests while a load balancer notices that `/readyz` returns 503, each as the last of its connection. Then
 * closes the listener and idle connections, and lets running requests finish for six seconds.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  // A keep-alive connection may carry one more request, whose response tells the client to close it.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
  if (server.listening) await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
