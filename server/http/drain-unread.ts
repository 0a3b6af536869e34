import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const LINGER_MS = 2_000;
const LINGER_BYTES = 4 * 1024 * 1024;

export interface Linger {
  bytes: number;
  ms: number;
}
const USUAL: Linger = { bytes: LINGER_BYTES, ms: LINGER_MS };

/**
 * After a response that did not wait for the whole body, reads and discards a limited part of the rest and then closes
 * the connection. If it were closed immediately, with bytes unread, it would be reset and the client would lose the
 * response with the error. Without the limit, an endless body would keep the connection open.
 */
export function drainUnread(req: IncomingMessage, { bytes, ms }: Linger = USUAL): void {
  if (req.complete || req.destroyed) return;
  const { socket } = req;
  const cut = () => socket.destroy();
  const timer = setTimeout(cut, ms);
  // Node detaches a request from its connection after the response, so a pending read of the body would never end.
  const end = () => void req.destroy();
  socket.once('close', end);
  let left = bytes;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  req.on('error', cut);
  req.once('end', () => clearTimeout(timer));
  req.once('close', () => {
    clearTimeout(timer);
    socket.off('close', end);
  });
  req.resume();
}

/** The same for a socket that is closed in any case: ends the write side and reads for a moment. */
export function endGently(socket: Socket): void {
  if (!socket.writableEnded) socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => socket.destroy());
}
