import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { SCOPES } from '../../../server/shared/scopes';
import { freePort } from '../../support/server';
import { startService, type Service } from '../../support/service';

/** The built service on one port and folder, killed without warning and restarted. */

export interface Mortal {
  url: string;
  key: string;
  /** Resolves when it is running. */
  up(): Promise<void>;
  /** SIGKILL, then a new start in the same folder. */
  killAndStart(): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function startMortal(): Promise<Mortal> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-idempotency-'));
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
  let service: Service = await startService(settings);
  let starting: Promise<void> = Promise.resolve();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      'dist/admin.mjs',
      'api-key',
      'create',
      '--org',
      'demo',
      '--name',
      'storm',
      '--json',
      '--scopes',
      SCOPES.join(','),
      '--rate-limit',
      '1000000',
    ],
    { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ENCRYPTION_KEYS: '' } },
  );
  const urls = await connectionOfRunningServer(dataDir);
  const pool = new pg.Pool({ connectionString: urls!.adminUrl, max: 2 });
  return {
    url: service.url,
    key: (JSON.parse(stdout) as { key: string }).key,
    up: () => starting,
    killAndStart() {
      const dead = new Promise((resolve) => service.child.once('exit', resolve));
      service.child.kill('SIGKILL');
      starting = dead.then(async () => {
        service = await startService(settings);
      });
      return starting;
    },
    query: async (text, values = []) => (await pool.query(text, values)).rows as never,
    async close() {
      await pool.end().catch(() => undefined);
      await starting.catch(() => undefined);
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
