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
import { openSetup, runDrawn, runSteps } from '../../integration/model/run';
import { KEPT } from '../../integration/model/seeds';

/**
 * `npm run audit:model`: many sequences of steps, each compared with the model. A failure is printed with its shortest
 * sequence and the options that repeat it.
 */
const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
    'replay-path': { type: 'string' },
  },
});
const number = (name: 'sequences' | 'seed'): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
  return value;
};
const [sequences, seed] = [number('sequences'), number('seed')];
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);

const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-model-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
// Ctrl-C ends the run like an error, so that everything is removed.
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});
try {
  await migrate(postgres.migrationUrl);
  process.env.TEST_ADMIN_URL = postgres.adminUrl;
  completeEnv({
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.migrationUrl,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  });
  Object.assign(env, { DATA_DIR: folder });
  await commitWithoutWaiting();
  process.exitCode = (await Promise.race([run(), stopped])) === 0 ? 0 : 1;
} finally {
  await closePool();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

async function run(): Promise<number> {
  const setup = await openSetup();
  const began = performance.now();
  const failures: string[] = [];
  const kept = values.path ? [] : KEPT;
  for (const { found, steps } of kept)
    await runSteps(setup, steps).catch((error: Error) =>
      failures.push(`again: ${found}\n  ${error.message}`),
    );
  say(`${values.path ? 'One sequence' : `${sequences} sequences`}, --seed ${seed}`);
  let passed = 0;
  const { drawn, failures: found } = await runDrawn(setup, {
    sequences,
    seed,
    path: values.path,
    replayPath: values['replay-path'],
    onOne: () => ++passed % 250 === 0 && say(`${passed} of ${sequences}`),
  });
  failures.push(...found);
  await setup.close();
  for (const failure of failures) process.stdout.write(`FAIL  ${failure}\n`);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(
    `${failures.length} of ${drawn} drawn and ${kept.length} kept sequences part from the model; ${seconds} s\n`,
  );
  return failures.length;
}

/** The data need no durability. */
async function commitWithoutWaiting(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  await client.query('ALTER SYSTEM SET synchronous_commit = off');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
