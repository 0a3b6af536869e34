import type pg from 'pg';
import { randomUUID } from 'node:crypto';
import type { Driver, Query } from './drivers';

/**
 * Many organizations write and read through a small pool while connections are killed at random. Every row contains its
 * intended owner, so that a misplaced one is detected.
 */
export interface Storm {
  organizations: string[];
  /** Concurrent workers. */
  workers: number;
  kills: number;
  /** Average time between two kills. */
  pauseMs: number;
  random: () => number;
}

export interface Outcome {
  transactions: number;
  committed: number;
  failed: number;
  kills: number;
  /** Rows of another organization visible to a transaction. */
  foreignRows: number;
  /** Rows stored in an organization that did not write them. */
  foreignCommits: number;
  /** Transactions stored by half, stored despite a rollback, or reported as committed but missing. */
  tornTransactions: number;
  longestMs: number;
  hangs: number;
  seconds: number;
}

const HANG_MS = 5_000;
/** The audit stops if there is no progress within this time. */
const STUCK_MS = 20_000;
const LONGEST_MS = 120_000;

const INSERT = `insert into idempotency_records (org_id, credential, path, key, fingerprint, status, output, created_at)
  values ($1::uuid, $2, $3, $4, 'x', 201, '{}', now())`;

class RolledBack extends Error {}

export async function storm(
  driver: Driver,
  superuser: pg.Client,
  { organizations, workers, kills, pauseMs, random }: Storm,
): Promise<Outcome> {
  const outcome: Outcome = {
    transactions: 0,
    committed: 0,
    failed: 0,
    kills: 0,
    foreignRows: 0,
    foreignCommits: 0,
    tornTransactions: 0,
    longestMs: 0,
    hangs: 0,
    seconds: 0,
  };
  const ends = new Map<string, 'committed' | 'rolled back' | 'unknown'>();
  const began = performance.now();
  let moved = began;
  let stopped = false;

  const work = async (orgId: string, name: string, query: Query): Promise<void> => {
    await query(INSERT, [orgId, orgId, name, '1']);
    const rows = await query(
      "select credential from idempotency_records where path like 't%' order by created_at desc limit 20",
      [],
    );
    outcome.foreignRows += rows.filter(({ credential }) => credential !== orgId).length;
    if (random() < 0.5) await query('select pg_sleep($1::float8)', [random() * 0.004]);
    await query(INSERT, [orgId, orgId, name, '2']);
    if (random() < 0.2) throw new RolledBack();
  };

  const worker = async (): Promise<void> => {
    while (!stopped) {
      const orgId = organizations[Math.floor(random() * organizations.length)]!;
      const name = `t${randomUUID()}`;
      const started = performance.now();
      outcome.transactions++;
      try {
        await driver.transaction(orgId, (query) => work(orgId, name, query));
        ends.set(name, 'committed');
        outcome.committed++;
      } catch (error) {
        // A connection may have died after the COMMIT was executed, so the outcome is unknown.
        ends.set(name, error instanceof RolledBack ? 'rolled back' : 'unknown');
        outcome.failed++;
      }
      moved = performance.now();
      const took = moved - started;
      outcome.longestMs = Math.max(outcome.longestMs, took);
      if (took > HANG_MS) outcome.hangs++;
    }
  };

  const running = Array.from({ length: workers }, worker);
  while (
    outcome.kills < kills &&
    performance.now() - moved < STUCK_MS &&
    performance.now() - began < LONGEST_MS
  ) {
    const { rowCount } = await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'clinical_app' order by random() limit 1`,
    );
    outcome.kills += rowCount ?? 0;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + random())));
  }
  stopped = true;
  const all = Promise.all(running);
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, STUCK_MS))]);
  outcome.hangs += outcome.transactions - outcome.committed - outcome.failed;

  const { rows } = await superuser.query<{ org_id: string; credential: string; path: string; parts: number }>(
    "select org_id, credential, path, count(*)::int as parts from idempotency_records where path like 't%' group by 1, 2, 3",
  );
  const stored = new Map(rows.map((row) => [row.path, row]));
  outcome.foreignCommits = rows.filter((row) => row.org_id !== row.credential).length;
  for (const [name, end] of ends) {
    const parts = stored.get(name)?.parts ?? 0;
    const torn = end === 'committed' ? parts !== 2 : end === 'rolled back' ? parts !== 0 : parts === 1;
    if (torn) outcome.tornTransactions++;
  }
  outcome.seconds = (performance.now() - began) / 1000;
  await superuser.query("delete from idempotency_records where path like 't%'");
  return outcome;
}
