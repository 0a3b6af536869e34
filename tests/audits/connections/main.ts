import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { closePool } from '../../../server/db/client';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { migrate } from '../../../server/db/migrate';
import { completeEnv, env } from '../../../server/env';
import { postgresJsDriver, productDriver, type Driver } from './drivers';
import { storm, type Outcome } from './storm';

/**
 * `npm run audit:connections`: a thousand killed connections under load must not show an organization another one's
 * rows, commit unintended changes, hang, or crash the process. `--driver postgres` runs the same with postgres.js, to
 * show why it is not used (decision 0006).
 */
const { values } = parseArgs({
  options: {
    driver: { type: 'string', default: 'pg' },
    kills: { type: 'string', default: '1000' },
    organizations: { type: 'string', default: '200' },
    workers: { type: 'string', default: '40' },
    connections: { type: 'string', default: '5' },
    pause: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const number = (name: 'kills' | 'organizations' | 'workers' | 'connections' | 'pause' | 'seed'): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
  return value;
};
if (!['pg', 'postgres'].includes(values.driver)) throw new Error('--driver must be pg or postgres');
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);

let uncaught = 0;
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: Error) => {
    if (uncaught++ === 0) say(`${event}: ${error.message}`);
  });

const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-connections-'));
const embedded = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
try {
  await migrate(embedded.migrationUrl);
  completeEnv({
    DATABASE_URL: embedded.appUrl,
    MIGRATION_DATABASE_URL: embedded.migrationUrl,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  });
  const connections = number('connections');
  Object.assign(env, { DATABASE_POOL: connections });
  const superuser = new pg.Client({ connectionString: embedded.adminUrl });
  await superuser.connect();
  const { rows } = await superuser.query<{ id: string }>(
    `insert into organizations (id, slug, name, created_at) select gen_random_uuid(), 'storm-' || n, 'Storm', now() from generate_series(1, $1::int) n returning id`,
    [number('organizations')],
  );
  const driver: Driver =
    values.driver === 'pg' ? productDriver(closePool) : postgresJsDriver(embedded.appUrl, connections);
  say(
    `${number('kills')} kills, ${rows.length} organizations, ${connections} connections, ${number('workers')} at once, driver ${driver.name}, --seed ${number('seed')}`,
  );
  const outcome = await storm(driver, superuser, {
    organizations: rows.map(({ id }) => id),
    workers: number('workers'),
    kills: number('kills'),
    pauseMs: number('pause'),
    random: randomOf(number('seed')),
  });
  await Promise.race([driver.close(), new Promise((resolve) => setTimeout(resolve, 5_000))]);
  await superuser.end();
  process.exitCode = report(outcome) ? 0 : 1;
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

function report(outcome: Outcome): boolean {
  const { transactions, committed, failed, kills, seconds, longestMs } = outcome;
  const bars: [string, number][] = [
    ['rows of another organization shown', outcome.foreignRows],
    ['rows stored below another organization', outcome.foreignCommits],
    ['transactions torn, or stored after a rollback, or lost after a commit', outcome.tornTransactions],
    ['transactions of more than 5 s', outcome.hangs],
    ['uncaught exceptions', uncaught],
  ];
  const lines = [
    `${kills} kills in ${seconds.toFixed(1)} s; ${transactions} transactions: ${committed} committed, ${failed} failed or rolled back; the longest took ${longestMs.toFixed(0)} ms`,
    ...bars.map(([name, count]) => `${count === 0 ? 'ok  ' : 'FAIL'}  ${count}  ${name}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return bars.every(([, count]) => count === 0) && kills >= number('kills');
}

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
