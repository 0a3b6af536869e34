import http from 'node:http';
import https from 'node:https';
import { describe, expect, it } from 'vitest';
import { ofCause } from '../../../server/outbound/failure';
import { selfSigned } from './certificate';
import { closeReceiversAfterEach, listen, post, raw, receiver } from './loopback';

closeReceiversAfterEach();

describe('outbound connection', () => {
  it('reports closed, rejected and invalid responses as connection errors without an address', async () => {
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
      rejected: 'http://127.0.0.1:1/',
    };
    for (const [name, url] of Object.entries(cases)) {
      const answer = await post(url);
      expect(answer, name).toMatchObject({ error: 'connection', status: null });
      expect(answer.detail, name).not.toMatch(/127|\d{4,}|E[A-Z]{4}/);
    }
  });

  it('serves many requests, and is replaced after it was closed', async () => {
    let connections = 0;
    const server = http.createServer((request, response) => {
      request.resume().on('end', () => response.end('ok'));
    });
    server.on('connection', () => (connections += 1));
    const url = `http://127.0.0.1:${await listen(server)}/`;
    for (let at = 0; at < 5; at++) expect(await post(url)).toMatchObject({ error: null });
    expect(connections).toBe(1);
    // Resets the kept connection when the next request arrives on it.
    server.removeAllListeners('request');
    server.once('request', (request: http.IncomingMessage) => {
      request.socket.resetAndDestroy();
      server.on('request', (_request: http.IncomingMessage, response: http.ServerResponse) =>
        response.end('again'),
      );
    });
    expect(await post(url)).toMatchObject({ error: null, size: 5 });
    expect(connections).toBe(2);
  });

  it('over TLS rejects an unverified certificate, a plain server and another host name, and accepts a known authority', async () => {
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

  it('reports the age of an expired certificate', async () => {
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

  it('is closed by a stop during a request', async () => {
    const url = await receiver(() => undefined);
    const controller = new AbortController();
    const answer = post(url, { signal: controller.signal, totalMs: 60_000 });
    setTimeout(() => controller.abort(), 50);
    expect(await answer).toMatchObject({ error: 'connection' });
    expect(await post(url, { signal: AbortSignal.abort() })).toMatchObject({ error: 'connection' });
  });
});
