import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { oru, RawSender } from '../../support/laboratory';
import { freePort } from '../../support/server';
import { startService, type Service } from '../../support/service';
import { nightly } from '../../support/test-size';
import { until } from './processes';

/** F-01 for laboratories: killed between receiving and the commit. */

/** Without pages, which take longest to start. */
const ROLES = { CLINICAL_ROLES: 'worker,intake' };

let home: string;
let service: Service;
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-intake-'));
  service = await startService({ ...ROLES, DATA_DIR: path.join(home, 'data') });
});
afterAll(async () => {
  await service?.stop();
  await rm(home, { recursive: true, force: true });
});

async function connected(port: number): Promise<RawSender> {
  let sender: RawSender | undefined;
  // A running service opens a new port within five seconds.
  await until(async () => {
    sender = await RawSender.connect(port).catch(() => undefined);
    return sender !== undefined;
  }, 5_000);
  return sender!;
}

it('stores one message when the sender repeats it after an unanswered attempt', nightly, async () => {
  const port = await freePort();
  const words = ['lab-connection', 'create', '--org', 'demo', '--name', 'Killed', '--transport', 'mllp'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/admin.mjs', ...words, '--port', String(port), '--json'],
    { env: service.env },
  );
  expect(JSON.parse(stdout)).toMatchObject({ id: expect.stringMatching(/^lab_/) as string, port });
  const sender = await connected(port);
  const admin = new pg.Client({
    connectionString: (await connectionOfRunningServer(service.dataDir))!.adminUrl,
  });
  await admin.connect();
  const message = oru({ 10: 'KILLED' });
  try {
    await admin.query('BEGIN');
    await admin.query('LOCK TABLE inbound_message_bytes IN ACCESS EXCLUSIVE MODE');
    sender.send(message);
    const isHeld = async () => {
      const { rows } = await admin.query(
        "SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE c.relname = 'inbound_message_bytes' AND NOT l.granted",
      );
      return rows.length === 1;
    };
    expect(await until(isHeld, 5_000)).toBe(true);
    service.child.kill('SIGKILL');
    await sender.untilClosed();
    expect(sender.answers).toEqual([]);
    await admin.query('COMMIT');
  } finally {
    await admin.end();
  }
  const { PORT } = service.env;
  service = await startService({ ...ROLES, DATA_DIR: service.dataDir, PORT: PORT! });
  const again = await connected(port);
  again.send(message);
  expect(await again.until(1)).toEqual(['AA']);
  again.end();
  const client = new pg.Client({
    connectionString: (await connectionOfRunningServer(service.dataDir))!.adminUrl,
  });
  await client.connect();
  const { rows } = await client.query(
    "SELECT 1 FROM inbound_messages WHERE control_id = 'KILLED' AND duplicate_of IS NULL",
  );
  await client.end();
  expect(rows.length).toBe(1);
});
