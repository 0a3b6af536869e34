import net from 'node:net';

/** Senders that violate their announced length. */

export interface Flood {
  status: number;
  code: string | null;
  /** Bytes of the body sent before the response arrived. */
  sent: number;
  closed: boolean;
}

interface Sending {
  head: string;
  /** Sent once after the header. */
  start?: Buffer | string;
  /** Sent repeatedly until `bytes` are sent or a response arrives. */
  piece?: Buffer;
  bytes?: number;
  /** As HTTP chunks. */
  chunked?: boolean;
  /** The body ends correctly after everything is sent. */
  end?: Buffer | string;
}

const LONGEST_MS = 60_000;

export function flood(url: string, sending: Sending): Promise<Flood> {
  const { head, start = '', piece, bytes = 0, chunked = false, end } = sending;
  const frame = (data: Buffer | string) =>
    chunked && data.length > 0
      ? Buffer.concat([
          Buffer.from(`${data.length.toString(16)}\r\n`),
          Buffer.from(data),
          Buffer.from('\r\n'),
        ])
      : Buffer.from(data);
  return new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    let sent = 0;
    let answered = false;
    const settle = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const body = text.slice(text.indexOf('\r\n\r\n') + 4);
      const code = /"code":"(\w+)"/.exec(body)?.[1] ?? null;
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), code, sent, closed });
    };
    const timer = setTimeout(() => settle(false), LONGEST_MS);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const at = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (at === -1 || text.length < at + 4 + length) return;
      answered = true;
      settle(false);
    });
    socket.on('error', () => settle(true));
    socket.on('close', () => settle(true));
    socket.write(head);
    socket.write(frame(start));
    const framed = piece && frame(piece);
    const next = (): void => {
      if (answered || socket.destroyed) return;
      if (!framed || sent >= bytes)
        return void (
          end !== undefined &&
          socket.write(Buffer.concat([frame(end), Buffer.from(chunked ? '0\r\n\r\n' : '')]))
        );
      sent += piece.length;
      socket.write(framed, next);
    };
    next();
  });
}
