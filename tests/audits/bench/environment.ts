import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { clusterFolder } from '../../../server/embedded/secrets';
import pg from 'pg';
import type { BareSettings } from './bare';
import type { MllpServer, ReceiverSettings } from './mllp';
import type { SealerSettings } from './sealer';

/** The environment of a run: PostgreSQL in a temporary folder, the product, the bare server. */

const children = new Set<ChildProcess>();
let postgres: EmbeddedPostgres | null = null;
let folder: string | null = null;

export const encryptionKeys = `bench:${randomBytes(32).toString('base64')}`;

export async function openPostgres(): Promise<EmbeddedPostgres> {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-bench-'));
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  return postgres;
}

export interface Server {
  url: string;
  pid: number;
}

/** Process ID of the PostgreSQL running here. */
export const postgresPid = (): number => Number(readFileSync(path.join(clusterFolder(folder!), 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The built product as an operator starts it, with its log in a file. */
export async function startProduct(options: { main: string; logLevel: string; nodeArguments: string[]; roles?: string; settings?: Record<string, string> }): Promise<Server & { readyMs: number; stop(): Promise<void> }> {
  const port = await freePort();
  const log = openSync(path.join(folder!, 'product.log'), 'w', 0o600);
  const began = performance.now();
  const child = spawn(process.execPath, [...options.nodeArguments, options.main], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      // As in the image and the systemd units.
      MALLOC_ARENA_MAX: '2',
      NODE_ENV: 'production',
      DATA_DIR: path.join(folder!, 'product'),
      DATABASE_URL: postgres!.appUrl,
      MIGRATION_DATABASE_URL: postgres!.migrationUrl,
      ENCRYPTION_KEYS: encryptionKeys,
      CLINICAL_ROLES: options.roles ?? 'web',
      PORT: String(port),
      LOG_LEVEL: options.logLevel,
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('OTEL_'))),
      ...options.settings,
    },
  });
  closeSync(log);
  keep(child);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}:\n${readFileSync(path.join(folder!, 'product.log'), 'utf8').slice(-2000)}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return { url, pid: child.pid!, readyMs: performance.now() - began, stop: () => end(child) };
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The product was not ready within 30 s.');
}

/** Starts this bundle as the bare server. */
export async function startBare(settings: Omit<BareSettings, 'appUrl' | 'adminUrl'>): Promise<Server> {
  const child = fork(fileURLToPath(import.meta.url), ['bare'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  keep(child);
  child.send({ ...settings, appUrl: postgres!.appUrl, adminUrl: postgres!.adminUrl } satisfies BareSettings);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', () => reject(new Error('The bare server ended while starting.')));
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid! };
}

/** Starts this bundle as the audit sealer. */
export async function startSealerProcess(): Promise<{ pid: number; stop(): Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.url), ['sealer'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  keep(child);
  child.send({ appUrl: postgres!.appUrl, encryptionKeys, anchorFile: path.join(folder!, 'anchor.jsonl') } satisfies SealerSettings);
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error('The sealer ended while starting.')));
  });
  return { pid: child.pid!, stop: () => end(child) };
}

/** Starts this bundle as one of the MLLP receivers. */
export async function startMllpProcess(which: MllpServer, connection: { orgId: string; connectionId: string }, nodeArguments: string[] = []): Promise<{ port: number; stop(): Promise<void> }> {
  // The product's log goes to a file too.
  const log = openSync(path.join(folder!, `${which}.log`), 'w', 0o600);
  const child = fork(fileURLToPath(import.meta.url), [which], { stdio: ['ignore', log, 'inherit', 'ipc'], execArgv: nodeArguments });
  closeSync(log);
  keep(child);
  child.send({ appUrl: postgres!.appUrl, adminUrl: postgres!.adminUrl, encryptionKeys, ...connection } satisfies ReceiverSettings);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', () => reject(new Error('A receiver of messages ended while starting.')));
  });
  return { port, stop: () => end(child) };
}

/** Share of audit rows with a seal. */
export async function sealedShare(): Promise<number> {
  const client = new pg.Client({ connectionString: postgres!.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ share: number }>(
    'select (select coalesce(sum(row_count), 0) from audit_seals)::float8 / greatest(1, (select count(*) from audit_events)) as share',
  );
  await client.end();
  return rows[0]!.share;
}

function keep(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

export async function closeEnvironment(): Promise<void> {
  await Promise.all([...children].map(end));
  await postgres?.stop();
  postgres = null;
  if (folder) rmSync(folder, { recursive: true, force: true });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    // A profile of the product takes some seconds to write.
    const hard = setTimeout(() => child.kill('SIGKILL'), 20_000);
    child.once('exit', () => {
      clearTimeout(hard);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** Without waiting, for an abnormal exit. */
export function dropEnvironment(): void {
  for (const child of children) child.kill('SIGKILL');
  postgres?.stopWithoutWaiting();
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
