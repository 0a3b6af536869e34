import type { Server } from 'node:http';
import { env } from '../env';
import { StartError } from '../errors/start-error';

/** Opens and drains the listener. */
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
    return `Port ${env.PORT} may not be opened by this user; set PORT to one above 1023.`;
  return `The server cannot listen on ${env.HOST}:${env.PORT} (${error.code}).`;
}

const DRAIN_MS = 6_000;

/**
 * Goes on taking requests for as long as a load balancer needs to notice that `/readyz` answers 503, each with the last
 * answer of its connection. Then no new connections, idle ones closed, running requests finished; after six seconds
 * they are cut.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  // A kept-alive connection may bring one more request: its answer then tells the client to leave.
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
