import type { ChildProcess } from 'node:child_process';
import { closePool } from '../../../server/db/client';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { runningPostgres } from '../../../server/embedded/postmaster-pid';
import { clusterFolder } from '../../../server/embedded/secrets';
import { showId } from '../../../server/shared/ids';
import { env } from '../../../server/env';
import { endOf, pause, startWorkerProcess, type Receiver } from '../deliveries/parts';
import { hookTo, organizations, writeEvent, type Fixture } from '../deliveries/fixture';
import { seeded } from '../../support/random';

export interface StormOptions {
  kills: number;
  crashes: number;
  /** Started writes per second. */
  rate: number;
  seconds: number;
  seed: number;
}

export interface Outcome {
  kills: number;
  crashes: number;
  acknowledged: number;
  'writes a second while Postgres ran': string;
  'writes that failed or were not known': number;
  events: number;
  arrivals: number;
  'of them again': number;
  /** All must be 0. */
  wrong: Record<string, number>;
}

const HOOKS = 20;
const AT_ONCE = 24;
/** Time for all deliveries to arrive after the last kill. */
const SETTLE_MS = 120_000;
/** Slightly longer than a lease: each worker starts after the leases of the previous one have expired. */
const LEASE_MS = 31_000;

export interface Setup {
  fixture: Fixture;
  receiver: Receiver;
  file: string;
  say: (sentence: string) => void;
  isStopped: () => boolean;
}

export async function storm(
  { fixture, receiver, file, say, isStopped }: Setup,
  options: StormOptions,
): Promise<Outcome> {
  const { next: random } = seeded(options.seed);
  const orgs = await organizations(fixture, HOOKS);
  for (const [at, org] of orgs.entries()) await hookTo(org, `${receiver.url}/hook-${at}`);
  const acknowledged = new Set<string>();
  let failed = 0;
  let over = false;
  let down = 0;
  const began = Date.now();
  const isOver = () => over || isStopped() || Date.now() - began > options.seconds * 1000;

  const writers = Array.from({ length: AT_ONCE }, async (_, number) => {
    for (let turn = number; !isOver(); turn += AT_ONCE) {
      const due = began + (turn / options.rate) * 1000;
      if (due > Date.now()) await pause(due - Date.now());
      try {
        acknowledged.add(await writeEvent(orgs[turn % HOOKS]!));
      } catch {
        failed++;
        await pause(20);
      }
    }
  });

  let worker: ChildProcess | null = null;
  let kills = 0;
  const killer = async () => {
    while (kills < options.kills && !isOver()) {
      worker = await startWorkerProcess(file, fixture.settings, kills * LEASE_MS);
      // Preferably while it is working.
      const before = receiver.arrived.length;
      for (let waited = 0; waited < 150 && receiver.arrived.length === before; waited++) await pause(20);
      await pause(random() * 300);
      await endOf(worker, 'kill');
      kills++;
    }
  };

  let crashes = 0;
  const crasher = async () => {
    while (crashes < options.crashes && !isOver()) {
      await pause(300 + random() * 1500);
      const from = Date.now();
      await crash(fixture, random() < 0.5 ? 'SIGQUIT' : 'SIGKILL');
      down += Date.now() - from;
      crashes++;
    }
  };
  await Promise.all([killer(), crasher()]);
  over = true;
  const lasted = Date.now() - began - down;
  await Promise.all(writers);
  say(
    `${kills} kills, ${crashes} crashes, ${acknowledged.size} writes acknowledged; waiting for pending work`,
  );
  worker = await startWorkerProcess(file, fixture.settings, kills * LEASE_MS);
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline && !isStopped(); await pause(500)) {
    const [open] = await fixture.query<{ n: string }>(
      "select count(*) as n from deliveries where status <> 'succeeded' or lease_until is not null",
    );
    if (open?.n === '0') break;
  }
  await pause(500);
  await endOf(worker, 'stop');
  return check(fixture, receiver, acknowledged, { kills, crashes, failed, lasted });
}

async function check(
  fixture: Fixture,
  receiver: Receiver,
  acknowledged: ReadonlySet<string>,
  reported: { kills: number; crashes: number; failed: number; lasted: number },
): Promise<Outcome> {
  const rows = await fixture.query<{ id: string; body: string; deliveries: string; status: string | null }>(
    `select e.id, e.body, count(d.id) as deliveries, min(d.status) as status
     from events e left join deliveries d on d.org_id = e.org_id and d.event_id = e.id group by e.org_id, e.id, e.body`,
  );
  const stored = new Map(rows.map((row) => [showId('event', row.id), row]));
  const times = new Map<string, number>();
  let altered = 0;
  for (const [, id, , body] of receiver.arrived) {
    times.set(id, (times.get(id) ?? 0) + 1);
    const event = stored.get(id);
    if (event && event.body !== body) altered++;
  }
  const count = (of: Iterable<string>, is: (id: string) => boolean) => [...of].filter(is).length;
  const [tries] = await fixture.query<{ n: string }>('select count(*) as n from delivery_attempts');
  return {
    kills: reported.kills,
    crashes: reported.crashes,
    acknowledged: acknowledged.size,
    'writes a second while Postgres ran': ((acknowledged.size / reported.lasted) * 1000).toFixed(0),
    'writes that failed or were not known': reported.failed,
    events: stored.size,
    arrivals: receiver.arrived.length,
    'of them again': receiver.arrived.length - times.size,
    wrong: {
      'acknowledged writes that are not stored': count(acknowledged, (id) => !stored.has(id)),
      'events without exactly one delivery': count(stored.keys(), (id) => stored.get(id)!.deliveries !== '1'),
      'events that never arrived': count(stored.keys(), (id) => !times.has(id)),
      'deliveries that are not recorded as such': count(
        stored.keys(),
        (id) => stored.get(id)!.status !== 'succeeded',
      ),
      'arrivals of events that were never committed': count(times.keys(), (id) => !stored.has(id)),
      'arrivals with another body': altered,
      'recorded tries that never arrived': Math.max(0, Number(tries?.n) - receiver.arrived.length),
    },
  };
}

/** On a busy machine it may not start in time; then it is started again. */
async function startAgain(dataDir: string): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startEmbeddedPostgres({ dataDir, log: () => undefined });
    } catch (error) {
      if (attempt === 5) throw error;
      await pause(500);
    }
  }
}

/** Like a power failure: nothing more is written, and the next start replays the log. */
export async function crash(
  fixture: Pick<Fixture, 'dataDir' | 'postgres' | 'settings'>,
  signal: 'SIGQUIT' | 'SIGKILL',
): Promise<void> {
  const running = await runningPostgres(clusterFolder(fixture.dataDir));
  if (running) process.kill(running.pid, signal);
  // Ignores the result: only the folder's lock must be released.
  await fixture.postgres.stop().catch(() => undefined);
  fixture.postgres = await startAgain(fixture.dataDir);
  if (fixture.postgres.appUrl === fixture.settings.DATABASE_URL) return;
  // Its port may have been taken.
  fixture.settings.DATABASE_URL = fixture.postgres.appUrl;
  fixture.settings.MIGRATION_DATABASE_URL = fixture.postgres.migrationUrl;
  Object.assign(env, { DATABASE_URL: fixture.postgres.appUrl });
  await closePool();
}
