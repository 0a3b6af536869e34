import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { SCOPES } from '../../../server/shared/scopes';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { signIn } from '../scan/service';
import { freePort } from '../../support/server';
import { readDemo, startService, type Service } from '../../support/service';

/** The built service in a temporary folder, a key, a signed-in user, and a webhook to a local receiver. */

export interface Setup {
  service: Service;
  /** As superuser. */
  adminUrl: string;
  key: string;
  cookie: string;
  /** Received bodies by event ID. */
  arrived: Map<string, string[]>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function startSetup(): Promise<Setup> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-outage-'));
  const arrived = new Map<string, string[]>();
  const receiver = await startReceiver(arrived);
  let service: Service | undefined;
  const close = async () => {
    await service?.stop();
    receiver.server.closeAllConnections();
    receiver.server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    service = await startService({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_RATE: '1000',
      WEBHOOK_ALLOW_PORTS: new URL(receiver.url).port,
    });
    const key = await makeKey(dataDir);
    const made = await fetch(`${service.url}/v1/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: receiver.url }),
    });
    if (made.status !== 201) throw new Error(`No webhook: ${made.status} ${await made.text()}`);
    const person = (await readDemo(dataDir)).people.find(({ role }) => role === 'clinician')!;
    const { adminUrl } = (await connectionOfRunningServer(dataDir))!;
    return {
      service,
      adminUrl,
      key,
      arrived,
      close,
      cookie: await signIn(service.url, person),
      async query(text, values = []) {
        const client = new pg.Client({ connectionString: adminUrl });
        await client.connect();
        try {
          return (await client.query(text, values)).rows as never;
        } finally {
          await client.end();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeKey(dataDir: string): Promise<string> {
  const words = ['api-key', 'create', '--org', 'demo', '--name', 'outage', '--scopes', SCOPES.join(',')];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/admin.mjs', ...words, '--rate-limit', '1000000', '--json'],
    { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ENCRYPTION_KEYS: '' } },
  );
  return (JSON.parse(stdout) as { key: string }).key;
}

export async function startReceiver(arrived: Setup['arrived']) {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const id = String(request.headers['webhook-id']);
        arrived.set(id, [...(arrived.get(id) ?? []), Buffer.concat(chunks).toString()]);
        response.writeHead(204).end();
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}
