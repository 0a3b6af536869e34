import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { closePool } from '../../../server/db/client';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { migrate } from '../../../server/db/migrate';
import { completeEnv } from '../../../server/env';
import { connect, type Client, type Wire } from '../../integration/matrix/client';
import { insertKeys } from '../../integration/matrix/credentials';
import { OPERATIONS, SCOPES } from '../../integration/matrix/policy';
import { makeFixture, neverId, pathTo } from '../../integration/matrix/fixture';
import { CLEAN } from '../../integration/matrix/shape-bodies';
import { startServer } from '../../support/server';
import { middle, welch } from './welch';

/**
 * Other organizations' resources must take the same time as nonexistent ones. Both are requested in pairs, in random
 * order, one request at a time; Welch's t for each route must stay below the limit.
 */

const WARM_UP = 150;
/** The slowest five percent of both sides together are caused by the machine (garbage collection, other processes). */
const KEPT = 0.95;

export async function measureRoutes({ pairs, bar }: { pairs: number; bar: number }): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-timing-'));
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  try {
    await migrate(embedded.migrationUrl);
    process.env.TEST_ADMIN_URL = embedded.adminUrl;
    completeEnv({
      DATABASE_URL: embedded.appUrl,
      MIGRATION_DATABASE_URL: embedded.migrationUrl,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    });
    Object.assign((await import('../../../server/env')).env, { DATA_DIR: folder });
    const server = await startServer();
    const client = connect(server.url, 1);
    const passed = await measureAll(client, pairs, bar);
    client.close();
    await server.close();
    await closePool();
    return passed;
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAll(client: Client, pairs: number, bar: number): Promise<boolean> {
  const fixture = await makeFixture();
  const [key] = await insertKeys('live', fixture.live, [SCOPES]);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  let passed = true;
  for (const [operation, { method, path: at, id: kind }] of Object.entries(OPERATIONS)) {
    if (!kind) continue;
    const wire = (id: string): Wire => ({
      method,
      path: pathTo(at, id, fixture.live),
      headers,
      ...(method === 'PATCH' ? { body: JSON.stringify(CLEAN[operation]!(fixture.live)) } : {}),
    });
    const { foreign, never } = await measure(
      client,
      pairs,
      wire(fixture.otherLive.things[kind]),
      wire(neverId(kind)),
    );
    const limit = [...foreign, ...never].sort((a, b) => a - b)[Math.floor(2 * pairs * KEPT)]!;
    const kept = (times: number[]) => times.filter((time) => time <= limit);
    const t = Math.abs(welch(kept(foreign), kept(never)));
    passed &&= t < bar;
    process.stdout.write(
      `${t < bar ? 'ok  ' : 'FAIL'}  ${operation.padEnd(18)} |t| ${t.toFixed(2)} (all: ${Math.abs(welch(foreign, never)).toFixed(2)})  median ${middle(foreign).toFixed(3)} ms foreign, ${middle(never).toFixed(3)} ms never existed\n`,
    );
  }
  return passed;
}

/** Milliseconds of each response; all must be 404. */
async function measure(
  client: Client,
  pairs: number,
  foreign: Wire,
  never: Wire,
): Promise<{ foreign: number[]; never: number[] }> {
  const times = { foreign: [] as number[], never: [] as number[] };
  for (let nth = -WARM_UP; nth < pairs; nth++) {
    // Random order per pair: the second request finds warmer caches.
    const order = Math.random() < 0.5 ? (['foreign', 'never'] as const) : (['never', 'foreign'] as const);
    for (const side of order) {
      const wire = side === 'foreign' ? foreign : never;
      const began = performance.now();
      const { status } = await client.send(wire);
      const took = performance.now() - began;
      if (status !== 404) throw new Error(`${wire.method} ${wire.path} answered ${status}`);
      if (nth >= 0) times[side].push(took);
    }
  }
  return times;
}
