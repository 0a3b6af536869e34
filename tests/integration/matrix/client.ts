import http from 'node:http';

/** Sends requests over few persistent connections; headers are sent and returned unchanged, including repeated ones. */

export interface Wire {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
  requestId: string;
  /** Status, headers and body as received, without the parts that differ for each request. */
  print: string;
}

export interface Client {
  send(wire: Wire): Promise<Answer>;
  close(): void;
}

/** Different in each response, whatever was requested. */
const FLEETING = /^(date|x-request-id|ratelimit.*|x-ratelimit.*)$/;

/** @param from the loopback address of the caller; a function is called for each request */
export function connect(url: string, sockets: number, from: string | (() => string) = '127.0.0.1'): Client {
  const { hostname, port } = new URL(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: sockets });
  const send = (wire: Wire) =>
    new Promise<Answer>((resolve, reject) => {
      const request = http.request(
        {
          hostname,
          port,
          agent,
          localAddress: typeof from === 'string' ? from : from(),
          method: wire.method,
          path: wire.path,
          headers: {
            ...wire.headers,
            ...(wire.body === undefined ? {} : { 'Content-Length': Buffer.byteLength(wire.body) }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => resolve(readAnswer(response, Buffer.concat(chunks).toString('utf8'))));
        },
      );
      request.once('error', reject);
      request.end(wire.body);
    });
  return { send, close: () => agent.destroy() };
}

function readAnswer(response: http.IncomingMessage, text: string): Answer {
  const headers: Record<string, string> = {};
  const lines: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const name = response.rawHeaders[at]!.toLowerCase();
    headers[name] = response.rawHeaders[at + 1]!;
    lines.push(FLEETING.test(name) ? name : `${name}: ${headers[name]}`);
  }
  const requestId = headers['x-request-id'] ?? '';
  const print = [response.statusCode, ...lines, '', text].join('\n').replaceAll(requestId || '\0', 'req');
  return { status: response.statusCode ?? 0, headers, text, requestId, print };
}

/** Runs `work` for each entry, in order, at most `limit` at a time. */
export async function runConcurrently<T>(
  limit: number,
  list: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = list[next++]; item !== undefined; item = list[next++]) await work(item);
  };
  await Promise.all([...Array(limit).keys()].map(worker));
}
