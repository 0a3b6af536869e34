import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { showId } from '../../../server/shared/ids';
import { launch } from '../../integration/faults/processes';
import { printFinding, type Finding } from '../../support/finding';
import { quantiles } from '../../support/quantiles';
import { freePort } from '../../support/server';
import { startService, type Service } from '../../support/service';
import { pause } from '../deliveries/parts';
import { checkStored } from '../outage/check-state';
import { startReceiver } from '../outage/service';
import { missingPackages, startCluster, type Cluster } from './cluster';
import { startLoad, type Load } from './load';

/**
 * `npm run audit:failover`: three PostgreSQL under Patroni with synchronous replication, two web processes and two
 * workers. The primary and the processes are killed under load. No acknowledged write may be lost or doubled.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    processes: { type: 'string' },
    clients: { type: 'string', default: '6' },
  },
});
const number = (value: string): number => {
  if (!/^\d{1,4}$/.test(value)) throw new Error('--kills, --processes and --clients take whole numbers');
  return Number(value);
};
const kills = number(values.kills);
const processKills = number(values.processes ?? values.kills);
/** Of the whole service, after the primary has failed. */
const MOST_AWAY_MS = 30_000;
const CALM_MS = 3_000;
const SETTLE_MS = 120_000;

const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
const missing = missingPackages();
if (missing.length > 0) {
  say(`missing: apt-get install -y ${missing.join(' ')}`);
  process.exit(2);
}
let failed = false;
function report(finding: Finding): void {
  printFinding(finding);
  if (finding.met === false) failed = true;
}
const cleanups: (() => unknown)[] = [];
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void (stopped = true));

interface Process {
  name: string;
  settings: Record<string, string>;
  service: Service;
}

/** As in docs/operations.md. */
const ROLES = [
  "CREATE ROLE clinical_owner LOGIN PASSWORD 'owner'",
  "CREATE ROLE clinical_app LOGIN NOINHERIT PASSWORD 'app'",
  'CREATE ROLE clinical_worker NOLOGIN',
  'CREATE ROLE clinical_eraser NOLOGIN',
  'CREATE DATABASE clinical OWNER clinical_owner',
  'GRANT clinical_worker, clinical_eraser TO clinical_app',
  'ALTER SCHEMA public OWNER TO clinical_owner',
];

async function startProcesses(cluster: Cluster, folder: string, webhookPort: string): Promise<Process[]> {
  const common = {
    DATABASE_URL: cluster.url('clinical_app', 'app'),
    MIGRATION_DATABASE_URL: cluster.url('clinical_owner', 'owner'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_PORTS: webhookPort,
    WEBHOOK_RATE: '1000',
  };
  const started: Process[] = [];
  for (const name of ['web one', 'web two', 'worker one', 'worker two']) {
    const settings = {
      ...common,
      CLINICAL_ROLES: name.split(' ')[0]!,
      PORT: String(await freePort()),
      DATA_DIR: path.join(folder, name),
    };
    started.push({ name, settings, service: await startService(settings) });
  }
  cleanups.push(() => Promise.all(started.map(({ service }) => service.stop())));
  return started;
}

async function makeKey({ settings }: Process): Promise<string> {
  const admin = async (words: string) => {
    const { ended, stdout, stderr } = launch(['dist/admin.mjs', ...words.split(' '), '--json'], settings);
    if ((await ended) !== 0) throw new Error(stderr());
    return JSON.parse(stdout()) as { key: string };
  };
  await admin('org create --name Failover --slug failover');
  const scopes = '--scopes patients:write,patients:read,webhooks:manage';
  return (await admin(`api-key create --org failover --name audit ${scopes} --rate-limit 1000000`)).key;
}

/** The longest time without an acknowledgment from `from` to `to`. */
function longestGap(times: number[], from: number, to: number): number {
  const within = [from, ...times.filter((at) => at > from && at < to), to].sort((a, b) => a - b);
  return Math.max(...within.slice(1).map((at, index) => at - within[index]!));
}

const isWriting = async (load: Load, since: number): Promise<void> => {
  for (const deadline = Date.now() + 120_000; !load.times.some((at) => at > since); await pause(50))
    if (Date.now() > deadline) throw new Error('No write was acknowledged for 120 s.');
};

async function killPrimary(cluster: Cluster, load: Load, machine: boolean): Promise<number> {
  const from = performance.now();
  const restart = await cluster.killPrimary(machine);
  // Some may still be on their way.
  await pause(500);
  await isWriting(load, performance.now());
  const away = longestGap(load.times, from, performance.now());
  restart();
  await cluster.whole();
  return away;
}

async function killProcess(one: Process, load: Load): Promise<number> {
  const from = performance.now();
  one.service.child.kill('SIGKILL');
  await pause(500);
  await isWriting(load, performance.now());
  one.service = await startService(one.settings);
  return longestGap(load.times, from, performance.now());
}

const seconds = (times: number[]) => {
  const { p50, most } = quantiles(times);
  return `median ${(p50 / 1000).toFixed(1)} s, longest ${(most / 1000).toFixed(1)} s`;
};

async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'failover-'));
  await chmod(folder, 0o711);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const cluster = await startCluster(folder);
  cleanups.push(() => cluster.stop());
  for (const statement of ROLES) await cluster.query(statement);
  const arrived = new Map<string, string[]>();
  const receiver = await startReceiver(arrived);
  cleanups.push(() => receiver.server.closeAllConnections());
  const processes = await startProcesses(cluster, folder, new URL(receiver.url).port);
  const key = await makeKey(processes[0]!);
  const urls = processes.slice(0, 2).map(({ service }) => service.url);
  const webhook = await fetch(`${urls[0]}/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: receiver.url }),
  });
  if (webhook.status !== 201) throw new Error(`No webhook: ${webhook.status} ${await webhook.text()}`);

  const prefix = `Failover${Date.now() % 2 ** 31}x`;
  const load = startLoad(urls, key, prefix, number(values.clients));
  const away: Record<'machine' | 'database' | 'process', number[]> = {
    machine: [],
    database: [],
    process: [],
  };
  for (let at = 0; at < Math.max(kills, processKills) && !stopped; at++) {
    if (at < kills) {
      await pause(CALM_MS);
      const machine = at % 2 === 0;
      const took = await killPrimary(cluster, load, machine);
      away[machine ? 'machine' : 'database'].push(took);
      say(`primary ${at + 1} of ${kills} killed: ${Math.round(took)} ms without an acknowledged write`);
    }
    if (at < processKills) {
      await pause(CALM_MS);
      const one = processes[at % processes.length]!;
      const took = await killProcess(one, load);
      away.process.push(took);
      say(`${one.name} killed: ${Math.round(took)} ms`);
    }
  }
  await pause(CALM_MS);
  await load.stop();
  for (const until = Date.now() + SETTLE_MS; Date.now() < until; await pause(500)) {
    const [row] = await cluster.query<{ n: string }>(
      "select count(*) as n from deliveries where status in ('pending', 'failed') or lease_until is not null",
    );
    if (row?.n === '0') break;
  }

  const stored = await cluster.query<{ id: string; mark: string }>(
    "select id, name->>'family' as mark from patients where name->>'family' like $1",
    [`${prefix}%`],
  );
  const ids = new Map(stored.map(({ id, mark }) => [mark, showId('patient', id)]));
  const lost = [...load.acknowledged].filter(([mark, id]) => ids.get(mark) !== id).length;
  const doubled = stored.length - ids.size;
  const done = away.machine.length + away.database.length + away.process.length;
  report({ name: 'kills', measured: `${done}`, met: done === kills + processKills });
  for (const [what, times] of Object.entries(away))
    if (times.length > 0)
      report({
        name: `writes unavailable after ${times.length} kills of the ${what}`,
        measured: seconds(times),
        met: Math.max(...times) <= MOST_AWAY_MS,
      });
  report({ name: 'slowest response', measured: `${Math.round(load.slowest())} ms`, met: null });
  const others = [...load.others].map(([status, count]) => `${count} × ${status}`).join(', ');
  const isUsual = (status: string) => /^(503|409|cut|ECONN\w+|EPIPE)$/.test(status);
  report({
    name: 'responses are 201, 503, or 409 while the first request is in progress',
    measured: `${load.acknowledged.size} × 201, ${others || 'no others'}`,
    met: [...load.others.keys()].every(isUsual),
  });
  report({
    name: 'acknowledged writes lost',
    measured: `${lost} of ${load.acknowledged.size}`,
    met: lost === 0,
  });
  report({ name: 'writes doubled', measured: `${doubled}`, met: doubled === 0 });
  for (const finding of await checkStored({ query: cluster.query, arrived }, load, prefix)) report(finding);
  const faults = processes.flatMap(
    ({ service }) => service.output().match(/.*(uncaught|unhandled|unexpected error).*/g) ?? [],
  );
  report({
    name: 'internal errors in the log',
    measured: faults[0] ?? '0',
    met: faults.length === 0,
  });
}

try {
  say(`${kills} kills of the primary, ${processKills} of processes, ${values.clients} clients`);
  await run();
} finally {
  for (const clean of cleanups.reverse())
    await Promise.resolve(clean()).catch((error: unknown) => say(String(error)));
}
process.exit(failed || stopped ? 1 : 0);
