import { once } from 'node:events';
import type http from 'node:http';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import type { OutboundPolicy } from '../../../server/outbound/outbound-guard';
import { excerpt } from '../../../server/deliveries/send';
import { closeReceiversAfterEach, listen, loopback, post, raw, receiver } from './loopback';

closeReceiversAfterEach();

describe('webhook request', () => {
  it('posts the exact body with its headers, and stores the response', async () => {
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
      size: 10,
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
  ])('with %i is a failure: %s', async (status, error) => {
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
  ])('with %i and Retry-After waits %j ms', async (status, wait) => {
    const url = await receiver((_request, response) =>
      response.writeHead(status, { 'retry-after': '7' }).end(),
    );
    expect(await post(url)).toMatchObject({ retryAfter: wait });
  });

  it('with a missing or slow response ends at the time limit', async () => {
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

  it('without a connection ends at its own limit', async () => {
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

  it('reads a huge response up to 16 KiB, then closes the connection', async () => {
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
    expect(answer.size).toBe(16 * 1024);
    await closed;
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  it('stores a readable excerpt of at most 1 KB that ends between characters', () => {
    expect(excerpt(Buffer.from('taken\u0000\u0007 ok'))).toBe('taken   ok');
    const long = excerpt(Buffer.from('a' + '€'.repeat(1000)));
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(1024);
    expect(long).toMatch(/^a€+$/);
    expect(Buffer.byteLength(excerpt(Buffer.alloc(4000, 0xff)))).toBeLessThanOrEqual(1024);
  });
});
