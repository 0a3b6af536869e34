import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closePool } from '../../../server/db/client';
import { assertDirect, assertPoolable } from '../../../server/db/pooler';
import { createDocument } from '../../../server/domain/documents/create-document';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { listPatientsInput } from '../../../server/domain/patients/contract';
import { env } from '../../../server/env';
import { asSuperuser } from '../../support/database';
import { input, jane, setting } from '../../support/documents';
import { freePort } from '../../support/server';

/** PgBouncer in front of Postgres; `PGBOUNCER` names the program. Versions before 1.21 have no prepared statements. */

const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer';
const version = /PgBouncer (\d+)\.(\d+)/.exec(
  spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout ?? '',
);
const hasStatements = version !== null && (Number(version[1]) > 1 || Number(version[2]) >= 21);
const IGNORED = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout';

describe.skipIf(!version)('PgBouncer (skipped where it is not installed)', () => {
  let folder: string;
  let running: ChildProcess | null = null;
  const direct = env.DATABASE_URL!;
  const owner = env.MIGRATION_DATABASE_URL!;

  const timeouts = (statement: string, idle: string) =>
    asSuperuser(
      `ALTER ROLE clinical_app SET statement_timeout = ${statement};
       ALTER ROLE clinical_app SET idle_in_transaction_session_timeout = ${idle}`,
    );

  /** @returns the addresses of both roles through it */
  async function pooled(...settings: string[]): Promise<{ app: string; owner: string }> {
    const port = await freePort();
    const to = (url: string) => {
      const { hostname, port: server, username, password, pathname } = new URL(url);
      return `host=${hostname} port=${server} user=${username} password=${decodeURIComponent(password)} dbname=${pathname.slice(1)}`;
    };
    await writeFile(path.join(folder, 'users'), '"clinical_app" ""\n"clinical_owner" ""\n');
    await writeFile(
      path.join(folder, 'ini'),
      `[databases]\napp = ${to(direct)}\nowner = ${to(owner)}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
auth_type = trust\nauth_file = ${folder}/users\nunix_socket_dir =\ndefault_pool_size = 4\n${settings.join('\n')}\n`,
    );
    const uid = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    running = spawn(PROGRAM, [path.join(folder, 'ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...uid });
    let log = '';
    for await (const chunk of running.stderr!) if ((log += String(chunk)).includes('process up')) break;
    const at = (name: string, role: string) => `postgres://${role}:x@127.0.0.1:${port}/${name}`;
    return { app: at('app', 'clinical_app'), owner: at('owner', 'clinical_owner') };
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'pgbouncer-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    running?.kill('SIGKILL');
    if (running?.exitCode === null) await once(running, 'exit');
    running = null;
  });
  afterAll(async () => {
    await timeouts('DEFAULT', 'DEFAULT');
    await rm(folder, { recursive: true });
  });

  it('that rejects startup parameters is named with its setting', async () => {
    const { app } = await pooled('pool_mode = transaction');
    await expect(assertPoolable(app)).rejects.toThrow('ignore_startup_parameters = statement_timeout');
  });

  it('that ignores the timeouts needs them in the role', async () => {
    await timeouts('DEFAULT', 'DEFAULT');
    const { app } = await pooled('pool_mode = transaction', IGNORED);
    await expect(assertPoolable(app)).rejects.toThrow('ALTER ROLE clinical_app SET statement_timeout');
  });

  it('with a connection for each transaction needs prepared statements', async () => {
    await timeouts("'20s'", "'30s'");
    const { app } = await pooled(
      'pool_mode = transaction',
      IGNORED,
      ...(hasStatements ? ['max_prepared_statements = 0'] : []),
    );
    await expect(assertPoolable(app)).rejects.toThrow('max_prepared_statements above 0');
  });

  it('with a connection for each session works, also for migrations', async () => {
    await timeouts("'20s'", "'30s'");
    const addresses = await pooled('pool_mode = session', IGNORED);
    await assertPoolable(addresses.app);
    await assertDirect(addresses.owner);
  });

  it('with a connection for each transaction is rejected for migrations', async () => {
    const addresses = await pooled('pool_mode = transaction', IGNORED);
    await expect(assertDirect(addresses.owner)).rejects.toThrow(
      'MIGRATION_DATABASE_URL must not use a transaction pooler',
    );
    await assertDirect(owner);
  });

  it.skipIf(!hasStatements)('serves many more sessions than it has connections', async () => {
    await timeouts("'20s'", "'30s'");
    const { app } = await pooled('pool_mode = transaction', IGNORED, 'max_prepared_statements = 200');
    await assertPoolable(app);
    const { org, patient, ctx } = await setting();
    await closePool();
    env.DATABASE_URL = app;
    try {
      await Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          if (n % 20 === 0) await createDocument(ctx, input(patient.id));
          else if (n % 2 === 1) await createPatient(org.ctx, jane);
          else await listPatients(org.ctx, listPatientsInput.parse({ limit: 5 }));
        }),
      );
    } finally {
      await closePool();
      env.DATABASE_URL = direct;
    }
    const count = async (table: string) =>
      (
        await asSuperuser<{ count: number }>(`SELECT count(*)::int FROM ${table} WHERE org_id = $1`, [
          org.orgId,
        ])
      )[0]!.count;
    expect([await count('documents'), await count('patients')]).toEqual([10, 101]);
  });
});

it('Postgres itself is poolable and direct', async () => {
  await assertPoolable(env.DATABASE_URL!);
  await assertDirect(env.MIGRATION_DATABASE_URL!);
});
