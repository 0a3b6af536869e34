import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { closePool } from '../../../server/db/client';
import { completeEnv, env } from '../../../server/env';
import { startWorker } from '../../../server/deliveries/worker';

/** Receiver and worker in separate processes, so that each has a core and can be killed alone. */

/** One received request: path without its slash, event, time, body. */
type Arrival = [path: string, eventId: string, at: number, body: string];

export interface WorkerSettings {
  DATABASE_URL: string;
  MIGRATION_DATABASE_URL: string;
  ENCRYPTION_KEYS: string;
}

/** How far its clock is ahead, so that leases of a killed worker have expired. */
type Start = WorkerSettings & { aheadMs: number; ports: number[] };

/** Runs a part if the process was started as one. Returns whether it was. */
export function runPart(): boolean {
  const part = process.argv[2];
  if (part === 'receiver') void serve();
  else if (part === 'worker') process.once('message', (settings: Start) => deliver(settings));
  else return false;
  process.once('disconnect', () => process.exit());
  return true;
}

/** `/hang` never responds, all other paths do at once. */
async function serve(): Promise<void> {
  let arrived: Arrival[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const id = String(request.headers['webhook-id']);
        arrived.push([request.url!.slice(1), id, Date.now(), Buffer.concat(chunks).toString()]);
        if (request.url !== '/hang') response.writeHead(204).end();
      });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  setInterval(() => {
    if (arrived.length > 0) process.send!({ arrived });
    arrived = [];
  }, 50);
}

function deliver({ aheadMs, ports, ...settings }: Start): void {
  completeEnv(settings);
  Object.assign(env, OPEN, { WEBHOOK_ALLOW_PORTS: ports });
  const worker = startWorker({ now: () => new Date(Date.now() + aheadMs) });
  process.send!({ started: true });
  process.once(
    'message',
    () =>
      void worker
        .stop()
        .then(closePool)
        .finally(() => process.exit()),
  );
}

/** Allows loopback like an operator would, with a rate high enough that it is not what is measured. */
export const OPEN = { WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8'], WEBHOOK_ALLOW_HTTP: true, WEBHOOK_RATE: 1000 };

export interface Receiver {
  url: string;
  arrived: Arrival[];
  close(): void;
}

export async function startReceiver(file: string): Promise<Receiver> {
  const child = fork(file, ['receiver']);
  const made: Receiver = { url: '', arrived: [], close: () => void child.kill('SIGKILL') };
  const listening = new Promise<void>((resolve) =>
    child.on('message', (message: { url?: string; arrived?: Arrival[] }) => {
      if (message.url) {
        made.url = message.url;
        env.WEBHOOK_ALLOW_PORTS = [Number(new URL(message.url).port)];
        resolve();
      }
      for (const one of message.arrived ?? []) made.arrived.push(one);
    }),
  );
  await listening;
  return made;
}

/** Resolves when it delivers. */
export async function startWorkerProcess(
  file: string,
  settings: WorkerSettings,
  aheadMs = 0,
): Promise<ChildProcess> {
  const child = fork(file, ['worker']);
  child.send({ ...settings, aheadMs, ports: env.WEBHOOK_ALLOW_PORTS } satisfies Start);
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return child;
}

export async function endOf(child: ChildProcess, how: 'stop' | 'kill'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (how === 'kill') child.kill('SIGKILL');
  else if (child.connected) child.send('stop');
  await ended;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
