import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DomainError } from '../../domain/errors';
import { sendProblem } from '../problem';

const LINGER_MS = 2_000;
const LINGER_BYTES = 4 * 1024 * 1024;

/**
 * Refuses a request whose body is still on its way. The answer goes out at once; a little of the rest is read and
 * thrown away before the connection is cut. Cut at once, with bytes unread, it would be reset, and the sender would
 * lose the answer that says why. (`Connection: close` would make Node cut at once.)
 */
export function refuseUnread(
  req: IncomingMessage,
  res: ServerResponse,
  error: DomainError,
  requestId: string,
): void {
  sendProblem(res, error, requestId);
  if (req.complete || req.destroyed) return;
  const { socket } = req;
  const cut = () => socket.destroy();
  const timer = setTimeout(cut, LINGER_MS);
  let left = LINGER_BYTES;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  req.on('error', cut);
  req.once('end', () => clearTimeout(timer));
  req.once('close', () => clearTimeout(timer));
  req.resume();
}
