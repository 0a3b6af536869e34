import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { closePool } from '../../../server/db/client';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { env, readSettings } from '../../../server/env';
import { freePort } from '../../support/server';
import { startService } from '../../support/service';

/**
 * The built service as a separate process, so that its figures exclude the sender; this process shares its database
 * and its keys, and creates organizations and sessions with the tests' support code.
 */
export interface Watched {
  url: string;
  pid: number;
  dataDir: string;
  /** Whether the process ended, and its error log. */
  problems(): string[];
  /** A metric of `/metrics`, summed over its labels. */
  figures(): Promise<(name: string) => number>;
  stop(): Promise<void>;
}

/** @param its settings of the service that this process does not share */
export async function startWatched(name: string, its: Record<string, string> = {}): Promise<Watched> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `clinical-${name}-`));
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'error',
  };
  const service = await startService({ ...settings, ...its });
  const urls = (await connectionOfRunningServer(dataDir))!;
  const read = readSettings({
    ...settings,
    DATABASE_URL: urls.appUrl,
    MIGRATION_DATABASE_URL: urls.migrationUrl,
  });
  if ('problems' in read) throw new Error(read.problems.join('; '));
  Object.assign(env, read.env);
  process.env.TEST_ADMIN_URL = urls.adminUrl;
  return {
    url: service.url.replace('localhost', '127.0.0.1'),
    pid: service.child.pid!,
    dataDir,
    problems: () => [
      ...(service.child.exitCode === null && service.child.signalCode === null ? [] : ['the service ended']),
      ...service
        .output()
        .split('\n')
        .filter((line) => /"level":(50|60)|"level":"(error|fatal)"/.test(line)),
    ],
    async figures() {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return (figure) =>
        text
          .split('\n')
          .filter((line) => line.startsWith(`${figure} `) || line.startsWith(`${figure}{`))
          .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
    async stop() {
      await closePool();
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
