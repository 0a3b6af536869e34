import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closePool, poolFigures } from '../../../server/db/client';
import { counting } from '../../../server/db/request-queue';
import { asRequest, reserved } from '../../../server/db/connection-share';
import { withTenant } from '../../../server/db/transaction';
import { escalateCriticalResults } from '../../../server/domain/reviews/escalate-critical-result';
import { env } from '../../../server/env';
import { realKey, testOrg, type TestOrg } from '../../support/database';
import { call, startServer, type TestServer } from '../../support/server';

/** More requests than connections: which requests wait, which are rejected at once, and which are unaffected. */

let server: TestServer;
let org: TestOrg;
let key: string;
let newKey: string;
const pool = env.DATABASE_POOL;
const STEP_MS = counting.stepMs;
beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  key = await realKey(org);
  newKey = await realKey(org);
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
    // By turns; the two connections may finish in another order.
    expect(order.lastIndexOf('other 200')).toBeLessThan(10);
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

  it('serves queued requests as long as connections become free', async () => {
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
    expect(of(asked)).toEqual([503, 'text/plain; charset=utf-8', '2']);
    await release();
    await Promise.all(waiting);
  });
});
