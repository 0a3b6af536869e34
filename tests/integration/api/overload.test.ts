import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closePool, poolFigures, wasAwaySince } from '../../../server/db/client';
import { DatabaseHealthCheck } from '../../../server/db/health-check';
import { counting } from '../../../server/db/request-queue';
import { asRequest, reserved } from '../../../server/db/connection-share';
import { withTenant } from '../../../server/db/transaction';
import { escalateCriticalResults } from '../../../server/domain/reviews/escalate-critical-result';
import { env } from '../../../server/env';
import { logger } from '../../../server/logger';
import { auditRows, personContext, realKey, testOrg, type TestOrg } from '../../support/database';
import { exchange } from '../../support/raw';
import { call, startServer, type Answer, type TestServer } from '../../support/server';
import { insertGrants } from '../matrix/credentials';
import { nightly } from '../../support/test-size';

/** More requests than connections: which requests wait, which are rejected at once, and which are unaffected. */

let server: TestServer;
let org: TestOrg;
let key: string;
let newKey: string;
let unknownKey: string;
const pool = env.DATABASE_POOL;
const STEP_MS = counting.stepMs;
beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  key = await realKey(org);
  newKey = await realKey(org);
  unknownKey = await realKey(org);
  // Leases a block of the rate limit, so that no request below needs a lease.
  await list();
});
afterAll(() => server.close());

let release: () => Promise<unknown>;
beforeEach(async () => {
  await closePool();
  Object.assign(env, { DATABASE_POOL: 3 });
  // Other tests must not fail because of this limit.
  counting.stepMs = 1_000_000;
  release = await takeAll();
});
afterEach(async () => {
  await release();
  await closePool();
  Object.assign(env, { DATABASE_POOL: pool });
  counting.stepMs = STEP_MS;
});

/** Two connections for requests, both in use, and one reserved for work that requests must not delay. */
async function takeAll(): Promise<() => Promise<unknown>> {
  let free = () => {};
  const held = new Promise<void>((resolve) => (free = resolve));
  const taken = Array.from({ length: 2 }, () => {
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const done = withTenant(org.orgId, async (tx) => {
      await tx.client.query('SELECT 1');
      begun();
      await held;
    });
    return { isBegun, done };
  });
  await Promise.all(taken.map(({ isBegun }) => isBegun));
  return () => {
    free();
    return Promise.all(taken.map(({ done }) => done));
  };
}

const list = () => call(server, key, 'GET', '/v1/patients');
const of = ({ status, headers }: Pick<Response, 'status' | 'headers'>) => [
  status,
  headers.get('content-type'),
  headers.get('retry-after'),
];
const BUSY = [503, 'application/problem+json', '2'];

describe('connection limit under load', () => {
  it('queues a limited number of requests, rejects more at once, and serves all queued ones', async () => {
    const answered: string[] = [];
    const sent = Array.from({ length: 40 }, async () => {
      const answer = await list();
      answered.push(`${answer.status}`);
      return answer;
    });
    await vi.waitUntil(() => answered.length === 8, { timeout: 5_000, interval: 5 });
    expect(poolFigures()).toMatchObject({ waiting: 32, rejected: 8 });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await release();
    const all = await Promise.all(sent);
    const rejected = all.filter(({ status }) => status !== 200);
    expect(rejected.map(of)).toEqual(Array(8).fill(BUSY));
    expect(rejected[0]!.json).toMatchObject({
      code: 'unavailable',
      detail: 'The service is busy. Try again.',
    });
    expect((await list()).status).toBe(200);
  });

  it('gives organizations turns, and rejects those of the one with the most', async () => {
    await release();
    const otherKey = await realKey(await testOrg());
    await call(server, otherKey, 'GET', '/v1/patients');
    await closePool();
    release = await takeAll();
    const order: string[] = [];
    const send = (name: string, of: string) =>
      call(server, of, 'GET', '/v1/patients').then(({ status }) => void order.push(`${name} ${status}`));
    const flood = Array.from({ length: 40 }, () => send('flood', key));
    await vi.waitUntil(() => order.length === 8, { timeout: 5_000, interval: 5 });
    // The queue is full, and has room for an organization with fewer waiting requests.
    const others = Array.from({ length: 3 }, () => send('other', otherKey));
    await vi.waitUntil(() => order.length === 11, { timeout: 5_000, interval: 5 });
    expect(new Set(order)).toEqual(new Set(['flood 503']));
    order.length = 0;
    await release();
    await Promise.all([...flood, ...others]);
    expect(order.filter((entry) => entry === 'other 200')).toHaveLength(3);
    expect(order.filter((entry) => entry === 'flood 200')).toHaveLength(29);
    // In the order of arrival they would be the last of 32. Answers may overtake each other on the way.
    expect(order.lastIndexOf('other 200')).toBeLessThan(20);
  });

  it('rejects all queued requests when no connection becomes free, and later ones at once', async () => {
    counting.stepMs = STEP_MS;
    const began = performance.now();
    const rejected = await Promise.all(Array.from({ length: 20 }, list));
    // About five steps of 50 ms; without the queue each request waited four seconds for its rejection.
    expect(performance.now() - began).toBeLessThan(1_900);
    expect(rejected.map(of)).toEqual(Array(20).fill(BUSY));
    expect(of(await list())).toEqual(BUSY);
    expect(poolFigures().rejected).toBe(21);
    await release();
    expect((await list()).status).toBe(200);
  });

  it('serves queued requests as long as connections become free', nightly, async () => {
    counting.stepMs = STEP_MS;
    const slow = Array.from({ length: 8 }, () =>
      asRequest(() => withTenant(org.orgId, (tx) => tx.client.query('SELECT pg_sleep(0.15)'))),
    );
    await release();
    // Together longer than the period without any success.
    expect((await Promise.all(slow)).length).toBe(8);
    expect(poolFigures().rejected).toBe(0);
  });

  it('leaves escalations, intake and sealing running', async () => {
    await expect(reserved(() => escalateCriticalResults())).resolves.toBe(0);
    await expect(
      reserved(() => withTenant(org.orgId, (tx) => tx.client.query('SELECT 1'))),
    ).resolves.toBeDefined();
    expect(poolFigures()).toMatchObject({ total: 3, reserved: { total: 1, idle: 1 } });
  });

  it('returns 503, not 500, for a page without a connection', async () => {
    // Its organization is not known yet, as that of the page is not.
    const waiting = Array.from({ length: 32 }, () => call(server, newKey, 'GET', '/v1/patients'));
    await vi.waitUntil(() => poolFigures().waiting === 32, { timeout: 5_000, interval: 5 });
    const asked = await fetch(`${server.url}/patients`, { headers: { 'Content-Encoding': 'x' } });
    expect(of(asked)).toEqual([503, 'text/html; charset=utf-8', '2']);
    await release();
    await Promise.all(waiting);
  });
});

describe('rejection at arrival', () => {
  let waiting: Promise<Answer>[];

  /** Fills the queue with requests of one credential, so that others of its organization are rejected. */
  async function fill(credential: string): Promise<void> {
    waiting = Array.from({ length: 32 }, () => call(server, credential, 'GET', '/v1/patients'));
    await vi.waitUntil(() => poolFigures().waiting === 32, { timeout: 5_000, interval: 5 });
  }
  afterEach(async () => {
    await release();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses).toEqual(Array(32).fill(200));
  });

  /** Only a request that asked for a connection is noted there. */
  async function isEarly(send: () => Promise<unknown>): Promise<boolean> {
    const before = performance.now();
    await send();
    return !wasAwaySince(before);
  }

  /** Without what differs between two requests. */
  const comparable = ({ status, headers, text }: Answer) => {
    const id = headers.get('x-request-id')!;
    return {
      status,
      headers: Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))),
      body: text.replaceAll(id, 'ID'),
      ids: text.split(id).length - 1,
    };
  };

  it('sends the same problem as the queue, with its own request ID', nightly, async () => {
    await fill(key);
    // While the database does not respond, only the queue may reject, because the reason is another.
    vi.spyOn(DatabaseHealthCheck.prototype, 'isSilent', 'get').mockReturnValueOnce(true);
    let late: Answer, early: Answer, next: Answer;
    expect(await isEarly(async () => (late = await list()))).toBe(false);
    expect(await isEarly(async () => (early = await list()))).toBe(true);
    expect(await isEarly(async () => (next = await list()))).toBe(true);
    expect(of(early!)).toEqual(BUSY);
    expect(comparable(early!)).toEqual(comparable(late!));
    expect(comparable(early!).ids).toBe(2);
    expect(early!.json.request_id).not.toBe(next!.json.request_id);
    expect(poolFigures().rejected).toBe(3);
  });

  it('writes the line of the request and counts it, and no audit row', nightly, async () => {
    await fill(key);
    const info = vi.spyOn(logger, 'info');
    const requests = async () =>
      Number(
        /^clinical_http_request_seconds_count\{endpoint="rest",method="DELETE",route="\/v1",status="503"\} (\d+)/m.exec(
          await (await fetch(`${server.url}/metrics`)).text(),
        )?.[1] ?? 0,
      );
    const before = await requests();
    const { headers } = await call(server, key, 'DELETE', '/v1/webhooks/wh_unknown');
    const id = headers.get('x-request-id')!;
    const lines = () => info.mock.calls.map(([line]) => line as unknown as Record<string, unknown>);
    await vi.waitFor(
      () =>
        expect(lines().find((line) => line.request_id === id)).toEqual({
          request_id: id,
          endpoint: 'rest',
          method: 'DELETE',
          route: '/v1',
          path: '/v1/webhooks/wh_unknown',
          status: 503,
          ms: expect.any(Number),
          bytes: expect.any(Number),
          address: '127.0.0.1',
        }),
      15_000,
    );
    expect(await requests()).toBe(before + 1);
    expect(await auditRows(id)).toEqual([]);
  });

  it('rejects access tokens that were used before in the same way', nightly, async () => {
    await release();
    const admin = await personContext(org, 'admin');
    const [token] = await insertGrants({ admin, org }, [['patients:read']]);
    const listAs = () => call(server, token!, 'GET', '/v1/patients');
    expect((await listAs()).status).toBe(200);
    await closePool();
    release = await takeAll();
    await fill(key);
    expect(await isEarly(async () => expect(of(await listAs())).toEqual(BUSY))).toBe(true);
  });

  it('leaves unknown credentials to the queue, which counts them as security events', nightly, async () => {
    await fill(unknownKey);
    const info = vi.spyOn(logger, 'info');
    expect(await isEarly(() => call(server, `${unknownKey}x`, 'GET', '/v1/patients'))).toBe(false);
    expect(info.mock.calls.map(([line]) => line)).toContainEqual(
      expect.objectContaining({ code: 'invalid_credentials', transport: 'v1' }),
    );
  });

  it('serves what needs no database', nightly, async () => {
    await fill(key);
    expect((await call(server, key, 'GET', '/v1/openapi.json')).status).toBe(200);
  });

  const head = (method: string, more: string[] = []) =>
    [
      `${method} /v1/patients HTTP/1.1`,
      `Host: ${new URL(server.url).host}`,
      `Authorization: Bearer ${key}`,
      ...more,
      '\r\n',
    ].join('\r\n');

  it('reads the body that it does not need, and then the next request', nightly, async () => {
    await fill(key);
    // Looks like a request.
    const body = head('GET').repeat(2_000);
    const { answers, rest } = await exchange(
      server.url,
      [head('POST', ['Content-Type: application/json', `Content-Length: ${body.length}`]), body, head('GET')],
      { answers: 3, waitMs: 1_000 },
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(rest).toBe('');
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2);
  });

  it('answers pipelined requests in order', nightly, async () => {
    await fill(key);
    const { answers, rest } = await exchange(
      server.url,
      [head('GET') + head('GET') + `GET /healthz HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`],
      { answers: 3 },
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(rest).toBe('');
  });

  it('closes the connection when a body does not arrive', nightly, async () => {
    await fill(key);
    const { answers, closed } = await exchange(server.url, [
      head('POST', ['Content-Type: application/json', 'Content-Length: 1000']) + '{"family',
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503]);
    expect(closed).toBe(true);
  });

  it('does not ask for a body', async () => {
    await fill(key);
    const { answers } = await exchange(
      server.url,
      [head('POST', ['Content-Type: application/json', 'Content-Length: 10', 'Expect: 100-continue'])],
      { answers: 1 },
    );
    expect(answers.map(({ status }) => status)).toEqual([503]);
  });
});
