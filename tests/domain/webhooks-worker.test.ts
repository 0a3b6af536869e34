import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closePool } from '../../server/db/client';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/db/embedded/embedded-postgres';
import { migrate } from '../../server/db/migrate';
import { readId } from '../../server/domain/ids';
import { createPatientInput } from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import { createWebhookInput, type Webhook as Hook } from '../../server/domain/webhooks/contract';
import { createWebhook } from '../../server/domain/webhooks/create-webhook';
import { deleteWebhook } from '../../server/domain/webhooks/delete-webhook';
import { getWebhook } from '../../server/domain/webhooks/get-webhook';
import { rotateWebhookSecret } from '../../server/domain/webhooks/rotate-webhook-secret';
import { sendTestEvent } from '../../server/domain/webhooks/send-test-event';
import { setWebhookEnabled } from '../../server/domain/webhooks/set-webhook-enabled';
import { env } from '../../server/env';
import { sweep } from '../../server/events/retention';
import { startWorker, type Worker, type WorkerOptions } from '../../server/events/worker';
import { asSuperuser, testOrg, type TestOrg } from '../support/database';

// A database of its own: a worker takes what is due of every organisation, other tests' included.
let dataDir = '';
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-worker-'));
  postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.migrationUrl);
  process.env.TEST_ADMIN_URL = postgres.adminUrl;
  Object.assign(env, {
    DATABASE_URL: postgres.appUrl,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8'],
    WEBHOOK_ALLOW_HTTP: true,
  });
});
afterAll(async () => {
  await closePool();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Got {
  at: number;
  headers: Record<string, string>;
  body: string;
}
interface Receiver {
  url: string;
  got: Got[];
  busy: number;
  busiest: number;
  answer: (got: Got, response: http.ServerResponse) => void;
}
const servers: http.Server[] = [];
async function receiver(
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
        made.answer(got, response);
      });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return made;
}

let org: TestOrg;
let workers: Worker[] = [];
beforeEach(async () => void (org = await testOrg()));
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await asSuperuser("UPDATE deliveries SET status = 'skipped' WHERE status IN ('pending', 'failed')");
});
const start = (options: WorkerOptions = {}) => {
  const worker = startWorker({ pollMs: 20, stopMs: 300, ...options });
  workers.push(worker);
  return worker;
};
const hook = (to: { url: string }, from: TestOrg = org) =>
  createWebhook(from.ctx, createWebhookInput.parse({ url: to.url }));
const patient = (from: TestOrg = org) =>
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
const rowsOf = (made: Hook) =>
  asSuperuser<Row & Record<string, unknown>>('SELECT * FROM deliveries WHERE webhook_id = $1 ORDER BY id', [
    readId('webhook', made.id),
  ]);
const triesOf = (made: Hook) =>
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
async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 8_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const allAre = (made: Hook, status: string) => async () =>
  (await rowsOf(made)).every((row) => row.status === status && row.lease_until === null);
const makeDue = (made: Hook) =>
  asSuperuser(
    'UPDATE deliveries SET next_attempt_at = now() WHERE webhook_id = $1 AND next_attempt_at IS NOT NULL',
    [readId('webhook', made.id)],
  );

describe('a delivery', () => {
  it('arrives signed, is recorded once, and is not sent again', async () => {
    const target = await receiver((_got, response) => response.end('thanks'));
    const made = await hook(target);
    start();
    await patient();
    await until(allAre(made, 'succeeded'), 'it is recorded');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(target.got).toHaveLength(1);
    const { headers, body } = target.got[0]!;
    expect(new Webhook(made.secret!).verify(body, headers)).toMatchObject({
      object: 'event',
      type: 'patient.created',
      id: headers['webhook-id'],
    });
    expect(body).not.toMatch(/Testfrau|1960/);
    expect(await triesOf(made)).toMatchObject([
      { attempt: 1, error: null, response_status: 200, response_excerpt: 'thanks' },
    ]);
    expect(await getWebhook(org.ctx, { id: made.id })).toMatchObject({
      status: 'enabled',
      consecutive_failures: 0,
      last_success_at: expect.any(String),
      last_failure_at: null,
    });
  });

  it('that fails is tried again by the table, under the same webhook-id and byte-equal, and then heals the webhook', async () => {
    let fail = true;
    const target = await receiver((_got, response) => void response.writeHead(fail ? 500 : 200).end());
    const made = await hook(target);
    start();
    await patient();
    for (const [index, step] of [5, 300, 1800].entries()) {
      await until(async () => (await triesOf(made)).length === index + 1, `try ${index + 1} is recorded`);
      const [row] = await rowsOf(made);
      expect(row).toMatchObject({ status: 'failed', attempts: index + 1, lease_until: null });
      const wait = (row!.next_attempt_at!.getTime() - target.got[index]!.at) / 1000;
      expect(wait).toBeGreaterThan(step * 0.8 - 1);
      expect(wait).toBeLessThan(step * 1.2 + 1);
      expect(await getWebhook(org.ctx, { id: made.id })).toMatchObject({
        status: 'failing',
        consecutive_failures: index + 1,
      });
      if (index === 2) fail = false;
      await makeDue(made);
    }
    await until(allAre(made, 'succeeded'), 'it succeeds');
    expect(new Set(target.got.map((got) => got.headers['webhook-id'])).size).toBe(1);
    expect(new Set(target.got.map((got) => got.body)).size).toBe(1);
    expect(await getWebhook(org.ctx, { id: made.id })).toMatchObject({
      status: 'enabled',
      consecutive_failures: 0,
    });
  });

  it('is exhausted after the tenth try, and Retry-After is honoured before', async () => {
    const target = await receiver(
      (_got, response) => void response.writeHead(503, { 'retry-after': '7200' }).end(),
    );
    const made = await hook(target);
    start();
    await patient();
    await until(async () => (await triesOf(made)).length === 1, 'the first try');
    const [row] = await rowsOf(made);
    expect(row!.next_attempt_at!.getTime()).toBeGreaterThan(Date.now() + 7_100_000);
    for (let tries = 1; tries < 10; tries++) {
      await makeDue(made);
      await until(async () => (await triesOf(made)).length === tries + 1, `try ${tries + 1}`);
    }
    expect(await rowsOf(made)).toMatchObject([
      { status: 'exhausted', attempts: 10, next_attempt_at: null, finished_at: expect.any(Date) },
    ]);
    expect(target.got).toHaveLength(10);
  });

  it('410 disables at once; a test event is tried once', async () => {
    const gone = await receiver((_got, response) => void response.writeHead(410).end());
    const bad = await hook(gone);
    start();
    await patient();
    await until(async () => !(await getWebhook(org.ctx, { id: bad.id })).enabled, 'it is disabled');
    expect(await rowsOf(bad)).toMatchObject([{ status: 'held', attempts: 1 }]);
    const failing = await receiver((_got, response) => void response.writeHead(500).end());
    const tested = await hook(failing);
    await sendTestEvent(org.ctx, { id: tested.id });
    await until(allAre(tested, 'exhausted'), 'the test is over');
    expect(failing.got).toHaveLength(1);
  });

  it('a webhook that failed for five days is disabled, what waits is held, and the others are told', async () => {
    const dead = await receiver((_got, response) => void response.writeHead(500).end());
    const fine = await receiver();
    const [bad, good] = [await hook(dead), await hook(fine)];
    const long = new Date(Date.now() - 6 * 86_400_000);
    await asSuperuser(
      'UPDATE webhooks SET consecutive_failures = 19, first_failure_at = $2, last_success_at = $2 WHERE id = $1',
      [readId('webhook', bad.id), long],
    );
    start();
    await patient();
    await until(() => fine.got.length === 2, 'the other is told');
    expect(fine.got.map((got) => (JSON.parse(got.body) as { type: string }).type).sort()).toEqual([
      'patient.created',
      'webhook.disabled',
    ]);
    expect(await getWebhook(org.ctx, { id: bad.id })).toMatchObject({
      enabled: false,
      status: 'disabled',
      disabled_reason: expect.stringContaining('five days'),
    });
    expect((await rowsOf(bad)).map((row) => row.status)).toEqual(['held']);
    expect((await getWebhook(org.ctx, { id: good.id })).enabled).toBe(true);
  });

  it('of a paused or deleted webhook is not sent; what was missed is sent when asked for', async () => {
    const target = await receiver();
    const [paused, deleted] = [await hook(target), await hook(target)];
    await patient();
    await setWebhookEnabled(org.ctx, { id: paused.id, enabled: false, send_held: false });
    await deleteWebhook(org.ctx, { id: deleted.id });
    start();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(target.got).toHaveLength(0);
    await setWebhookEnabled(org.ctx, { id: paused.id, enabled: true, send_held: true });
    await until(allAre(paused, 'succeeded'), 'the held one is sent');
    expect(target.got).toHaveLength(1);
    expect(await rowsOf(deleted)).toMatchObject([{ status: 'skipped', attempts: 0 }]);
  });

  it('under way while its webhook is paused is recorded, and stays held when it failed', async () => {
    let answer: () => void = () => undefined;
    const target = await receiver(
      (_got, response) => void (answer = () => void response.writeHead(500).end()),
    );
    const made = await hook(target);
    start();
    await patient();
    await until(() => target.got.length === 1, 'it is under way');
    await setWebhookEnabled(org.ctx, { id: made.id, enabled: false, send_held: false });
    answer();
    await until(async () => (await triesOf(made)).length === 1, 'it is recorded');
    expect(await rowsOf(made)).toMatchObject([
      { status: 'held', attempts: 1, next_attempt_at: null, lease_until: null },
    ]);
    expect((await getWebhook(org.ctx, { id: made.id })).status).toBe('disabled');
  });

  it('is signed with both secrets while a rotation lasts', async () => {
    const target = await receiver();
    const made = await hook(target);
    const rotated = await rotateWebhookSecret(org.ctx, { id: made.id, overlap_hours: 1 });
    start();
    await patient();
    await until(() => target.got.length === 1, 'it arrives');
    const { body, headers } = target.got[0]!;
    for (const secret of [made.secret!, rotated.secret!])
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  });

  it('to a target that has become forbidden makes no connection', async () => {
    const target = await receiver();
    const made = await hook(target);
    env.WEBHOOK_ALLOW_CIDRS = [];
    try {
      start();
      await patient();
      await until(async () => (await triesOf(made)).length === 1, 'it is recorded');
    } finally {
      env.WEBHOOK_ALLOW_CIDRS = ['127.0.0.0/8'];
    }
    expect(await triesOf(made)).toMatchObject([
      { error: 'blocked_address', response_status: null, error_detail: 'The address is not allowed.' },
    ]);
    expect(target.got).toHaveLength(0);
  });
});

describe('fairness', () => {
  it('a receiver has at most four at once, also with two workers', async () => {
    const target = await receiver((_got, response) => void setTimeout(() => response.end(), 30));
    const made = await hook(target);
    for (let at = 0; at < 30; at++) await patient();
    start();
    start();
    await until(allAre(made, 'succeeded'), 'all are sent');
    expect(target.got).toHaveLength(30);
    expect(new Set(target.got.map((got) => got.headers['webhook-id'])).size).toBe(30);
    expect(target.busiest).toBe(4);
  });

  it('a hanging receiver with a backlog does not delay another, even when places are few', async () => {
    const hanging = await receiver(() => undefined);
    const fine = await receiver();
    const [bad, good] = [await hook(hanging), await hook(fine)];
    await asSuperuser("UPDATE webhooks SET events = '{lab_order.*}' WHERE id = $1", [
      readId('webhook', good.id),
    ]);
    for (let at = 0; at < 20; at++) await patient();
    await asSuperuser("UPDATE webhooks SET events = '{*}' WHERE id = $1", [readId('webhook', good.id)]);
    start({ slots: 6 });
    await until(() => hanging.busy === 4, 'the first one hangs');
    await patient();
    await until(allAre(good, 'succeeded'), 'the other one has its event');
    expect(hanging.busiest).toBe(4);
    expect((await rowsOf(bad)).filter((row) => row.status === 'pending')).toHaveLength(21);
  });

  it('a failing receiver gets one try at once', async () => {
    const target = await receiver(
      (_got, response) => void setTimeout(() => response.writeHead(500).end(), 20),
    );
    const made = await hook(target);
    await asSuperuser("UPDATE webhooks SET status = 'failing' WHERE id = $1", [readId('webhook', made.id)]);
    for (let at = 0; at < 5; at++) await patient();
    start();
    await until(() => target.got.length === 5, 'all are tried');
    expect(target.busiest).toBe(1);
  });
});

describe('leases and stopping', () => {
  it('a lease that ended without a result is taken up again, one that holds is left alone', async () => {
    const target = await receiver();
    const made = await hook(target);
    await Promise.all([patient(), patient()]);
    const [first, second] = await rowsOf(made);
    const lease = 'UPDATE deliveries SET lease_until = $2, lease_token = gen_random_uuid() WHERE id = $1';
    await asSuperuser(lease, [first!.id, new Date(Date.now() - 1000)]);
    await asSuperuser(lease, [second!.id, new Date(Date.now() + 60_000)]);
    start();
    await until(async () => (await rowsOf(made))[0]!.status === 'succeeded', 'the first is sent');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await rowsOf(made))[1]).toMatchObject({ status: 'pending', attempts: 0 });
    expect(target.got).toHaveLength(1);
  });

  it('a result whose lease went to another is not written', async () => {
    let answer: () => void = () => undefined;
    const target = await receiver((_got, response) => void (answer = () => void response.end()));
    const made = await hook(target);
    start();
    await patient();
    await until(() => target.got.length === 1, 'it is under way');
    await asSuperuser('UPDATE deliveries SET lease_token = gen_random_uuid() WHERE webhook_id = $1', [
      readId('webhook', made.id),
    ]);
    answer();
    await until(
      async () => (await getWebhook(org.ctx, { id: made.id })).last_success_at !== null,
      'the result is counted',
    );
    expect(await rowsOf(made)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    expect(await triesOf(made)).toEqual([]);
  });

  it('stop claims nothing more, records what ends in time and gives the rest back', async () => {
    const slow = await receiver((_got, response) => void setTimeout(() => response.end(), 150));
    const hanging = await receiver(() => undefined);
    const [good, bad] = [await hook(slow), await hook(hanging)];
    const worker = start({ stopMs: 600 });
    expect(worker.running()).toBe(true);
    await patient();
    await until(() => slow.got.length === 1 && hanging.got.length === 1, 'both are under way');
    await worker.stop();
    expect(worker.running()).toBe(false);
    await patient();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await rowsOf(good)).toMatchObject([
      { status: 'succeeded' },
      { status: 'pending', lease_until: null },
    ]);
    expect(await rowsOf(bad)).toMatchObject([
      { status: 'pending', attempts: 0, lease_until: null },
      { status: 'pending' },
    ]);
    expect([slow.got.length, hanging.got.length]).toEqual([1, 1]);
  });

  it('a database that goes away is survived: what was sent meanwhile is recorded, not sent twice', async () => {
    let answer: () => void = () => undefined;
    const target = await receiver((_got, response) => void (answer = () => void response.end()));
    const made = await hook(target);
    const worker = start();
    await patient();
    await until(() => target.got.length === 1, 'it is under way');
    await asSuperuser('ALTER ROLE clinical_app NOLOGIN');
    await asSuperuser(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clinical_app'",
    );
    answer();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(worker.running()).toBe(true);
    await asSuperuser('ALTER ROLE clinical_app LOGIN');
    await until(allAre(made, 'succeeded'), 'the result is recorded');
    expect(target.got).toHaveLength(1);
  });

  it('a secret that cannot be opened costs no try', async () => {
    const target = await receiver();
    const made = await hook(target);
    await asSuperuser("UPDATE webhook_secrets SET ciphertext = 'gone.AAAA' WHERE webhook_id = $1", [
      readId('webhook', made.id),
    ]);
    start();
    await patient();
    await until(async () => (await rowsOf(made))[0]?.lease_until !== null, 'it is claimed');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await rowsOf(made)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    expect(target.got).toHaveLength(0);
  });
});

describe('retention', () => {
  it('removes old events with deliveries and tries, idempotency records, security events and throttles', async () => {
    const target = await receiver();
    const made = await hook(target);
    start();
    await patient();
    await until(allAre(made, 'succeeded'), 'it is sent');
    await asSuperuser(
      "INSERT INTO idempotency_records (org_id, credential, path, key, fingerprint, status, output, created_at) SELECT $1, 'c', 'p', k, '', 201, '{}', now() - age FROM (VALUES ('old', interval '25 hours'), ('new', interval '23 hours')) v(k, age)",
      [org.orgId],
    );
    await asSuperuser(
      "INSERT INTO security_events SELECT date_trunc('minute', now() - age), 'ip', 'c', 'v1', 1, 'r' FROM (VALUES (interval '31 days'), (interval '29 days')) v(age)",
    );
    await asSuperuser(
      "INSERT INTO sign_in_throttles (key, failures, updated_at) VALUES ('old', 1, now() - interval '3 days'), ('new', 1, now())",
    );
    const count = async (table: string) =>
      Number((await asSuperuser<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n);
    const before = {
      events: await count('events'),
      patients: await count('patients'),
      audit: await count('audit_events'),
    };
    await sweep(new Date());
    expect(await count('events')).toBe(before.events);
    expect(await asSuperuser("SELECT key FROM idempotency_records WHERE path = 'p'")).toEqual([
      { key: 'new' },
    ]);
    expect(await count('security_events')).toBe(1);
    expect(await asSuperuser('SELECT key FROM sign_in_throttles')).toEqual([{ key: 'new' }]);
    await sweep(new Date(Date.now() + 31 * 86_400_000));
    expect([await count('events'), await count('deliveries'), await count('delivery_attempts')]).toEqual([
      0, 0, 0,
    ]);
    expect([await count('patients'), await count('audit_events')]).toEqual([before.patients, before.audit]);
  });
});
