import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { drain, listen } from '../../../server/start/listen';
import { freePort } from '../../support/server';

/** Sends a request on a new connection from another thread, and reports its outcome. */
const CLIENT = `
  const { parentPort, workerData } = require('node:worker_threads');
  const socket = require('node:net').connect(workerData.port, '127.0.0.1');
  socket.on('connect', () => {
    socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 0\\r\\n\\r\\n', () => {
      Atomics.store(workerData.sent, 0, 1);
      Atomics.notify(workerData.sent, 0);
    });
  });
  socket.on('data', (data) => parentPort.postMessage(String(data).split('\\r\\n')[0]));
  socket.on('error', (error) => parentPort.postMessage(error.code));`;

it('answers a request on a connection that was established but not accepted when it stops listening', async () => {
  const server = http.createServer((_req, res) => res.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const { port } = server.address() as AddressInfo;
  const client = new Worker(CLIENT, { eval: true, workerData: { port, sent } });
  const outcome = new Promise((resolve) => client.once('message', resolve));
  const drained = drain(server, 0);
  // The event loop is busy while the client sends, so that the end of the drain comes first.
  Atomics.wait(sent, 0, 0, 10_000);
  expect(await outcome).toBe('HTTP/1.1 200 OK');
  await drained;
  await client.terminate();
});

it('ends the connection of a request that was in progress when the drain started', async () => {
  let finish: () => void = () => undefined;
  const server = http.createServer((_req, res) => void (finish = () => res.end()));
  await listen(server, { host: '127.0.0.1', port: await freePort(), setting: 'PORT' });
  const { port } = server.address() as AddressInfo;
  const begun = once(server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}`);
  await begun;
  const drained = drain(server, 0);
  finish();
  expect((await answer).headers.get('connection')).toBe('close');
  await drained;
});
