import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { closePool } from '../../server/db/client';
import { readId } from '../../server/shared/ids';
import { createPatientInput } from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import { createWebhookInput, type Webhook as Hook } from '../../server/domain/webhooks/contract';
import { createWebhook } from '../../server/domain/webhooks/create-webhook';
import { env } from '../../server/env';
import { startWorker, type Worker, type WorkerOptions } from '../../server/deliveries/worker';
import { asSuperuser, testOrg, type TestOrg } from './database';
import { useEmptyDatabase } from './empty-database';

/** For webhook worker tests: receivers on loopback, webhooks and their deliveries. */

/** Secrets of the test's webhooks; every delivery must verify with one of them. */
const secrets: string[] = [];
const forged: string[] = [];
const knowSecret = (secret: string) => void secrets.push(secret);

/** With an independent verifier: one of the secrets matches, and the ID is the event's. */
function verified({ headers, body }: Got): boolean {
  return secrets.some((secret) => {
    try {
      const event = new Webhook(secret).verify(body, headers) as { id: string };
      return event.id === headers['webhook-id'];
    } catch {
      return false;
    }
  });
}

interface Got {
  at: number;
  headers: Record<string, string>;
  body: string;
}
export interface Receiver {
  url: string;
  got: Got[];
  busy: number;
  busiest: number;
  answer: (got: Got, response: http.ServerResponse) => void;
}
const servers: http.Server[] = [];
export async function receiver(
  answer: Receiver['answer'] = (_got, response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const made: Receiver = { url: '', got: [], busy: 0, busiest: 0, answer };
  const server = http.createServer((request, response) => {
    made.busiest = Math.max(made.busiest, ++made.busy);
    response.on('close', () => (made.busy -= 1));
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const got = {
          at: Date.now(),
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString(),
        };
        made.got.push(got);
        if (!verified(got)) forged.push(got.headers['webhook-id'] ?? 'without an id');
        made.answer(got, response);
      });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  env.WEBHOOK_ALLOW_PORTS = [...env.WEBHOOK_ALLOW_PORTS, port];
  made.url = `http://127.0.0.1:${port}/hook`;
  return made;
}

export let org: TestOrg;
let workers: Worker[] = [];

/**
 * Gives the tests of a file a separate database, because a worker takes due deliveries of every organization, and each
 * test an organization. Ends workers and receivers after each test.
 */
export function setUpWebhookWorkers(): void {
  beforeAll(async () => {
    await useEmptyDatabase();
    Object.assign(env, { WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8'], WEBHOOK_ALLOW_HTTP: true });
  });
  beforeEach(async () => void (org = await testOrg()));
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    await asSuperuser("UPDATE deliveries SET status = 'skipped' WHERE status IN ('pending', 'failed')");
    expect(forged, 'deliveries that no secret of a webhook verifies').toEqual([]);
  });
  afterAll(closePool);
}

export const start = (options: WorkerOptions = {}) => {
  const worker = startWorker({ pollMs: 20, stopMs: 300, ...options });
  workers.push(worker);
  return worker;
};
export async function hook(to: { url: string }, from: TestOrg = org): Promise<Hook> {
  const made = await createWebhook(from.ctx, createWebhookInput.parse({ url: to.url }));
  knowSecret(made.secret!);
  return made;
}
export const patient = (from: TestOrg = org) =>
  createPatient(
    from.ctx,
    createPatientInput.parse({
      name: { family: 'Testfrau', given: ['Ada'] },
      birth_date: '1960-05-04',
      sex: 'female',
    }),
  );

interface Row {
  id: string;
  status: string;
  attempts: number;
  next_attempt_at: Date | null;
  lease_until: Date | null;
  finished_at: Date | null;
}
export const rowsOf = (made: Hook) =>
  asSuperuser<Row & Record<string, unknown>>('SELECT * FROM deliveries WHERE webhook_id = $1 ORDER BY id', [
    readId('webhook', made.id),
  ]);
export const triesOf = (made: Hook) =>
  asSuperuser<{
    attempt: number;
    error: string | null;
    response_status: number | null;
    response_excerpt: string | null;
    error_detail: string | null;
  }>(
    'SELECT a.* FROM delivery_attempts a JOIN deliveries d ON d.org_id = a.org_id AND d.id = a.delivery_id WHERE d.webhook_id = $1 ORDER BY a.delivery_id, a.attempt',
    [readId('webhook', made.id)],
  );
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 8_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
/** At least one, and all of them. */
export const allAre = (made: Hook, status: string) => async () => {
  const rows = await rowsOf(made);
  return rows.length > 0 && rows.every((row) => row.status === status && row.lease_until === null);
};
export const makeDue = (made: Hook) =>
  asSuperuser(
    'UPDATE deliveries SET next_attempt_at = now() WHERE webhook_id = $1 AND next_attempt_at IS NOT NULL',
    [readId('webhook', made.id)],
  );
