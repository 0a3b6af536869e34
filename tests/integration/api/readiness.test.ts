import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closePool } from '../../../server/db/client';
import { clockSkewSeconds } from '../../../server/db/probe';
import { env } from '../../../server/env';
import { logger } from '../../../server/logger';
import { requireForReadiness } from '../../../server/start/readiness';
import { asSuperuser } from '../../support/database';
import { freePort, startServer, type TestServer } from '../../support/server';

/** `/readyz` checks what a request needs: the database, its clock, the document store. */

let server: TestServer;
let stop: () => void;
const there = env.DATABASE_URL;
const dataDir = env.DATA_DIR;
beforeAll(async () => {
  server = await startServer();
  stop = requireForReadiness();
});
afterAll(async () => {
  stop();
  await server.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await closePool();
  Object.assign(env, { DATABASE_URL: there, DATA_DIR: dataDir });
});

/** Moves the clock past the time for which a result is cached. */
let ahead = 0;
async function readiness() {
  ahead += 1_001;
  const { now } = performance;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead);
  try {
    const answer = await fetch(`${server.url}/readyz`);
    return [answer.status, await answer.json()];
  } finally {
    spy.mockRestore();
  }
}
const READY = [200, { status: 'ready' }];
const missing = (part: string, reason: unknown) => [
  503,
  { status: 'not_ready', missing: [part], reasons: { [part]: reason } },
];

describe('readiness', () => {
  it('is reported while the database responds, and not during an outage', async () => {
    expect(await readiness()).toEqual(READY);
    Object.assign(env, { DATABASE_URL: `postgres://unknown:x@127.0.0.1:${await freePort()}/none` });
    expect(await readiness()).toEqual(missing('database', 'cannot be reached (ECONNREFUSED)'));
    Object.assign(env, { DATABASE_URL: there });
    expect(await readiness()).toEqual(READY);
  });

  it('is not reported when the database is read-only', async () => {
    const { pathname } = new URL(there!);
    await asSuperuser(
      `ALTER ROLE clinical_app IN DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`,
    );
    try {
      // The next check opens a new connection.
      Object.assign(env, { DATABASE_URL: `${there}?options=` });
      expect(await readiness()).toEqual(missing('database', 'takes no writes'));
    } finally {
      await asSuperuser(
        `ALTER ROLE clinical_app IN DATABASE ${pathname.slice(1)} RESET default_transaction_read_only`,
      );
    }
  });

  it('is not reported when the clock is more than 30 s off that of the database', async () => {
    const [warned, failed] = [vi.spyOn(logger, 'warn'), vi.spyOn(logger, 'error')];
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 5_000);
    expect(await readiness()).toEqual(READY);
    expect(warned).toHaveBeenCalledWith(
      { skew_seconds: expect.closeTo(5, 0) },
      'the clock of this machine differs from that of the database',
    );
    vi.setSystemTime(Date.now() - 7_205_000);
    expect(await readiness()).toEqual(
      missing('clock', expect.stringMatching(/^differs from the database's by 7(199|200|201) s$/)),
    );
    expect(failed).toHaveBeenCalledTimes(1);
    expect(clockSkewSeconds()).toBeCloseTo(-7_200, -1);
    vi.useRealTimers();
    expect(await readiness()).toEqual(READY);
  });

  it('is not reported when documents cannot be written', async () => {
    const home = await mkdtemp(path.join(dataDir, 'readiness-'));
    await mkdir(path.join(home, 'documents'));
    Object.assign(env, { DATA_DIR: home });
    expect(await readiness()).toEqual(READY);
    await rm(path.join(home, 'documents'), { recursive: true });
    await writeFile(path.join(home, 'documents'), '');
    expect(await readiness()).toEqual(missing('storage', 'cannot be written (ENOTDIR)'));
  });
});
