import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ofCause } from '../../../server/events/failure';
import { readCidrs } from '../../../server/events/outbound-addresses';
import type { OutboundPolicy } from '../../../server/events/outbound-guard';
import { send, type SendOptions } from '../../../server/events/send';
import { selfSigned } from './certificate';

const loopback: OutboundPolicy = {
  allowCidrs: readCidrs(['127.0.0.0/8']),
  allowPorts: [443],
  allowHttp: true,
  ownOrigins: [],
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
};
const open: net.Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections();
    server.close();
  }
});

async function listen(server: net.Server): Promise<number> {
  open.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
async function receiver(answer: http.RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(http.createServer(answer))}/hook?x=1`;
}
const raw = async (answer: (socket: net.Socket) => void) => {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  return `http://127.0.0.1:${await listen(server)}/`;
};
const post = (url: string, options: SendOptions = {}) =>
  send(url, { 'webhook-id': 'evt_1' }, '{"a":"ä"}', {
    policy: loopback,
    connectMs: 400,
    totalMs: 800,
    ...options,
  });

describe('send', () => {
  it('posts the exact body with its headers, and keeps the answer', async () => {
    let got: { method?: string; url?: string; headers?: http.IncomingHttpHeaders; body?: string } = {};
    const url = await receiver((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          got = {
            method: request.method,
            url: request.url,
            headers: request.headers,
            body: Buffer.concat(chunks).toString(),
          };
          response.writeHead(202).end('taken\u0000\u0007 ok');
        });
    });
    expect(await post(url)).toMatchObject({
      error: null,
      detail: null,
      status: 202,
      excerpt: 'taken   ok',
      retryAfter: null,
    });
    expect(got).toMatchObject({ method: 'POST', url: '/hook?x=1', body: '{"a":"ä"}' });
    expect(got.headers).toMatchObject({
      'webhook-id': 'evt_1',
      'content-type': 'application/json',
      'content-length': '10',
      'user-agent': expect.stringContaining('Webhooks/'),
    });
    expect(got.headers).not.toHaveProperty('accept-encoding');
  });

  it.each([
    [301, 'redirect'],
    [302, 'redirect'],
    [304, 'redirect'],
    [307, 'redirect'],
    [308, 'redirect'],
    [400, 'http_4xx'],
    [401, 'http_4xx'],
    [404, 'http_4xx'],
    [410, 'http_4xx'],
    [429, 'http_4xx'],
    [500, 'http_5xx'],
    [503, 'http_5xx'],
    [599, 'http_5xx'],
  ])('%i is a failure: %s', async (status, error) => {
    let seen = 0;
    const url = await receiver((_request, response) => {
      seen += 1;
      response.writeHead(status, { location: '/other' }).end();
    });
    expect(await post(url)).toMatchObject({ error, status, detail: expect.stringContaining(String(status)) });
    expect(seen).toBe(1);
  });

  it.each([
    [429, 7_000],
    [503, 7_000],
    [500, null],
    [200, null],
  ])('Retry-After with %i waits %j ms', async (status, wait) => {
    const url = await receiver((_request, response) =>
      response.writeHead(status, { 'retry-after': '7' }).end(),
    );
    expect(await post(url)).toMatchObject({ retryAfter: wait });
  });

  it('an answer that never comes, or trickles, ends at the time limit', async () => {
    const silent = await receiver(() => undefined);
    expect(await post(silent)).toMatchObject({ error: 'timeout', status: null });
    const trickle = await receiver((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(await post(trickle)).toMatchObject({ error: 'timeout', status: null });
    const trickledHeaders = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-a: 1\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await post(trickledHeaders)).toMatchObject({ error: 'timeout' });
  });

  it('a connection that is not made in time ends at its own limit', async () => {
    const never: OutboundPolicy = {
      ...loopback,
      allowPorts: [443],
      resolve: () => new Promise(() => undefined),
    };
    expect(
      await post('https://never.example.org/', { policy: never, connectMs: 100, totalMs: 60_000 }),
    ).toMatchObject({ error: 'timeout', detail: expect.stringContaining('connection') });
    const mute = net.createServer();
    const port = await listen(mute);
    expect(await post(`https://127.0.0.1:${port}/`, { connectMs: 100, totalMs: 60_000 })).toMatchObject({
      error: 'timeout',
    });
  });

  it('a huge body is read up to 16 KiB, then the connection is cut', async () => {
    let sent = 0;
    let closed: Promise<unknown> = Promise.resolve();
    const url = await receiver((_request, response) => {
      closed = once(response, 'close');
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a'))) sent += 65_536;
        response.once('drain', more);
      };
      more();
    });
    const answer = await post(url, { totalMs: 10_000 });
    expect(answer).toMatchObject({ error: null, status: 200 });
    expect(answer.excerpt).toHaveLength(1024);
    await closed;
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  it('the excerpt is at most 1 KB and ends between characters', async () => {
    const url = await receiver((_request, response) => response.end('a' + '€'.repeat(1000)));
    const { excerpt } = await post(url);
    expect(Buffer.byteLength(excerpt!)).toBeLessThanOrEqual(1024);
    expect(excerpt).toMatch(/^a€+$/);
    const binary = await receiver((_request, response) => response.end(Buffer.alloc(4000, 0xff)));
    expect(Buffer.byteLength((await post(binary)).excerpt!)).toBeLessThanOrEqual(1024);
  });

  it('cut, refused and broken answers are connection failures, in words without an address', async () => {
    const cases = {
      cut: await raw((socket) => socket.destroy()),
      reset: await raw((socket) => socket.resetAndDestroy()),
      half: await raw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
      nonsense: await raw((socket) => socket.end('hello\r\n\r\n')),
      headers: await raw((socket) => socket.end(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`)),
      smuggled: await raw((socket) =>
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      ),
      upgrade: await raw((socket) =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      ),
      refused: 'http://127.0.0.1:1/',
    };
    for (const [name, url] of Object.entries(cases)) {
      const answer = await post(url);
      expect(answer, name).toMatchObject({ error: 'connection', status: null });
      expect(answer.detail, name).not.toMatch(/127|\d{4,}|E[A-Z]{4}/);
    }
  });

  it('one connection serves many sends, and one that was closed meanwhile is replaced', async () => {
    let connections = 0;
    const server = http.createServer((request, response) => {
      request.resume().on('end', () => response.end('ok'));
    });
    server.on('connection', () => (connections += 1));
    const url = `http://127.0.0.1:${await listen(server)}/`;
    for (let at = 0; at < 5; at++) expect(await post(url)).toMatchObject({ error: null });
    expect(connections).toBe(1);
    // Reset the kept connection as soon as the next request arrives on it.
    server.removeAllListeners('request');
    server.once('request', (request: http.IncomingMessage) => {
      request.socket.resetAndDestroy();
      server.on('request', (_request: http.IncomingMessage, response: http.ServerResponse) =>
        response.end('again'),
      );
    });
    expect(await post(url)).toMatchObject({ error: null, excerpt: 'again' });
    expect(connections).toBe(2);
  });

  it('TLS: an unverified certificate, a plain server and another host name are refused; a known authority is taken', async () => {
    const { key, cert } = selfSigned('127.0.0.1');
    let seen = 0;
    const server = https.createServer({ key, cert }, (_request, response) => {
      seen += 1;
      response.end('ok');
    });
    const port = await listen(server);
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
      error: 'tls',
      status: null,
      detail: 'The TLS certificate is self-signed.',
    });
    expect(await post(`https://other.example.org:${port}/`, { ca: cert })).toMatchObject({
      error: 'tls',
      detail: expect.stringContaining('another host name'),
    });
    expect(seen).toBe(0);
    expect(await post(`https://127.0.0.1:${port}/`, { ca: cert })).toMatchObject({
      error: null,
      status: 200,
    });
    const plain = await receiver((_request, response) => response.end());
    expect(await post(plain.replace('http:', 'https:'))).toMatchObject({ error: 'tls' });
    const old = https.createServer({
      key,
      cert,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(await post(`https://127.0.0.1:${await listen(old)}/`, { ca: cert })).toMatchObject({
      error: 'tls',
    });
  });

  it('an expired certificate is told with its age', async () => {
    const { key, cert } = selfSigned('127.0.0.1', {
      from: new Date(Date.now() - 90 * 86_400_000),
      until: new Date(Date.now() - 3.5 * 86_400_000),
    });
    const port = await listen(https.createServer({ key, cert }));
    expect(await post(`https://127.0.0.1:${port}/`, { ca: cert })).toMatchObject({
      error: 'tls',
      detail: expect.stringMatching(/^The TLS certificate (has expired|expired 3 days ago)\.$/),
    });
    expect(
      ofCause(
        { code: 'CERT_HAS_EXPIRED', certificateEnded: new Date('2026-11-17') },
        Date.parse('2026-11-20'),
      ).detail,
    ).toBe('The TLS certificate expired 3 days ago.');
  });

  it('a stop ends the send under way', async () => {
    const url = await receiver(() => undefined);
    const controller = new AbortController();
    const answer = post(url, { signal: controller.signal, totalMs: 60_000 });
    setTimeout(() => controller.abort(), 50);
    expect(await answer).toMatchObject({ error: 'connection' });
    expect(await post(url, { signal: AbortSignal.abort() })).toMatchObject({ error: 'connection' });
  });
});
