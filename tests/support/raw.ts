import net from 'node:net';

/** Raw bytes over a socket, for requests that no client library would send. */

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

export interface Exchange {
  answers: RawAnswer[];
  /** Bytes after the last response. */
  rest: string;
  /** The server closed the connection within `waitMs`. */
  closed: boolean;
}

interface Options {
  /** How long to read from an open connection after the last expected response. */
  waitMs?: number;
  /** Stops reading after this many responses; by default only the end of the connection counts. */
  answers?: number;
  /** Keeps our side open for `waitMs` after the server has closed its side. */
  hold?: boolean;
}

/** Sends the parts in sequence and reads until the server closes or the expected responses have arrived. */
export function exchange(
  url: string,
  parts: (string | Buffer)[],
  { waitMs = 3_000, answers, hold = false }: Options = {},
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: hold });
    const chunks: Buffer[] = [];
    const settle = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...readAnswers(Buffer.concat(chunks).toString('latin1')), closed });
    };
    let ended = false;
    const timer = setTimeout(() => settle(ended), waitMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (answers && readAnswers(Buffer.concat(chunks).toString('latin1')).answers.length >= answers)
        settle(false);
    });
    socket.once('end', () => (hold ? (ended = true) : settle(true)));
    // After a reset, what arrived before it counts.
    socket.on('error', (error) => (chunks.length > 0 ? settle(true) : reject(error)));
    socket.once('connect', () => {
      for (const part of parts) socket.write(part);
    });
  });
}

function readAnswers(text: string): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(rest)?.[1]);
    if (end === -1 || !status) return { answers, rest };
    const headers = new Map(
      rest
        .slice(0, end)
        .split('\r\n')
        .slice(1)
        .map((line): [string, string] => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        }),
    );
    const length = status < 200 ? 0 : Number(headers.get('content-length') ?? 0);
    if (rest.length < end + 4 + length) return { answers, rest };
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
}
