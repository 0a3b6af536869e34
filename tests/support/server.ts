import net, { type AddressInfo } from 'node:net';
import { env } from '../../server/env';
import { undeclared } from './declared';

/** The real listener on a free loopback port, without pages. */

export interface TestServer {
  url: string;
  close(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export async function startServer(): Promise<TestServer> {
  const port = Number(process.env.TEST_PORT) || (await freePort());
  Object.assign(env, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  // Imported late, because handlers read their address on import.
  const { createHttpServer } = await import('../../server/http/server');
  const server = createHttpServer({
    handle: (_req, res) => Promise.resolve(void res.writeHead(404).end()),
    close: () => Promise.resolve(),
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses are checked by the assertions
  json: any;
}

/** Calls `/v1` with a key. Fails if the response is an error that the contract does not list. */
export async function call(
  server: TestServer,
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
      ...(body !== undefined && !(body instanceof FormData) ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(body !== undefined
      ? { body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body) }
      : {}),
  });
  const text = await response.text();
  const json = /json/.test(response.headers.get('content-type') ?? '') && text ? JSON.parse(text) : undefined;
  if (response.headers.get('content-type') === 'application/problem+json' && json?.code) {
    const lacking = undeclared(method, path.split('?')[0]!, response.status, json.code as string);
    if (lacking) throw new Error(lacking);
  }
  return { status: response.status, headers: response.headers, text, json };
}
