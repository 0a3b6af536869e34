import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { closePool } from '../../../server/db/client';
import { completeEnv, env } from '../../../server/env';
import { startPostgres } from '../../support/postgres';
import { runFeed } from './run-feed';

/**
 * `npm run audit:feed`: a simulated hospital's messages over MLLP at full speed, on a sandbox connection. Patients are
 * created from its admissions first; every result must be accounted for, and every filed value must equal the sent one.
 */
const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-feed-'));
const { testDatabase, stop } = await startPostgres(folder);
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});
try {
  process.env.TEST_ADMIN_URL = testDatabase.TEST_ADMIN_URL;
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = testDatabase;
  completeEnv({
    DATABASE_URL,
    MIGRATION_DATABASE_URL,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  });
  Object.assign(env, { DATA_DIR: folder });
  const { lines, faults } = await Promise.race([runFeed(), stopped]);
  for (const line of [...lines, ...faults.slice(0, 20).map((fault) => `FAIL  ${fault}`)])
    process.stdout.write(`${line}\n`);
  process.stdout.write(
    faults.length === 0 ? 'Every result is accounted for.\n' : `${faults.length} faults.\n`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await closePool();
  await stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
