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
 * After an answer that did not wait for the whole body: a little of the rest is read and thrown away, then the
 * connection is cut. Cut at once, with bytes unread, it would be reset, and the sender would lose the answer that
 * says why. Without an end, any request could be followed by an endless body.
 */
export function drainUnread(req: IncomingMessage, { bytes, ms }: Linger = USUAL): void {
  if (req.complete || req.destroyed) return;
  const { socket } = req;
  const cut = () => socket.destroy();
  const timer = setTimeout(cut, ms);
  // Node takes an answered request off its connection: whoever still reads the body would wait for ever.
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

/** The same for a socket that ends in any case: our side is closed, the other is heard for a moment. */
export function endGently(socket: Socket): void {
  if (!socket.writableEnded) socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => socket.destroy());
}
