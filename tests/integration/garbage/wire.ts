import net from 'node:net';
import type { Random } from '../../support/random';

/**
 * Requests as bytes, because client libraries do not send malformed ones; responses with the parts that are checked.
 */

export interface Wire {
  method: string;
  target: string;
  /** Lines `Name: value`, unchanged. */
  headers: string[];
  body: Buffer;
  /** The framing of the request is wrong: our side is closed after it, and no response is acceptable too. */
  cut?: boolean;
  /** The loopback address of the sender, on a separate connection, because limits count by address. */
  from?: string;
}

export interface WireAnswer {
  /** 0: the connection ended without a response; -1: no response in time. */
  status: number;
  contentType: string;
  text: string;
}

/** A random loopback address. */
export const somewhere = (random: Random): string =>
  `127.${1 + random.below(200)}.${random.below(250)}.${1 + random.below(250)}`;

const PATIENCE_MS = 20_000;
const CHUNKED_END = Buffer.from('\r\n0\r\n\r\n');

/** One request at a time on a connection that stays open as long as both sides can trust it. */
export class Connection {
  private socket: net.Socket | undefined;

  constructor(private readonly url: URL) {}

  async send(wire: Wire): Promise<WireAnswer> {
    if (wire.from !== undefined) this.close();
    const reused = this.socket !== undefined;
    const answer = await this.exchange(wire);
    if (wire.from !== undefined) this.close();
    // The service may have closed the idle connection at the same moment.
    return reused && answer.status === 0 && !wire.cut ? this.exchange(wire) : answer;
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
  }

  private exchange(wire: Wire): Promise<WireAnswer> {
    return new Promise((resolve) => {
      const socket = (this.socket ??= net.connect({
        port: Number(this.url.port),
        host: wire.from === undefined ? this.url.hostname : '127.0.0.1',
        noDelay: true,
        ...(wire.from === undefined ? {} : { localAddress: wire.from }),
      }));
      let received = Buffer.alloc(0);
      const settle = (answer: WireAnswer, keep: boolean) => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        if (!keep) this.close();
        resolve(answer);
      };
      const ended = () => settle(readAnswer(received, true) ?? NONE, false);
      const timer = setTimeout(() => settle({ ...NONE, status: -1 }, false), PATIENCE_MS);
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        const answer = readAnswer(received, false);
        if (answer) settle(answer, !wire.cut && !/^connection: close/im.test(headOf(received)));
      });
      socket.once('error', ended);
      socket.once('close', ended);
      socket.write(bytesOf(wire));
      if (wire.cut) socket.end();
    });
  }
}

const NONE: WireAnswer = { status: 0, contentType: '', text: '' };

export const bytesOf = ({ method, target, headers, body }: Wire): Buffer =>
  Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1'),
    body,
  ]);

const headOf = (bytes: Buffer): string => {
  const end = bytes.indexOf('\r\n\r\n');
  return bytes.subarray(0, end === -1 ? 0 : end).toString('latin1');
};

/** The first final response, or null until it is complete. */
function readAnswer(bytes: Buffer, ended: boolean): WireAnswer | null {
  const head = headOf(bytes);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  if (status === 0) return null;
  const rest = bytes.subarray(head.length + 4);
  if (status === 100) return readAnswer(rest, ended);
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();
  const length = header('content-length');
  const chunked = header('transfer-encoding') !== undefined;
  const whole =
    ended ||
    status === 204 ||
    status === 304 ||
    (chunked
      ? rest.subarray(-CHUNKED_END.length).equals(CHUNKED_END) || rest.equals(CHUNKED_END.subarray(2))
      : rest.length >= Number(length ?? 0));
  if (!whole) return null;
  return { status, contentType: header('content-type') ?? '', text: rest.toString('utf8') };
}
