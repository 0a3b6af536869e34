import { oldestUnsent } from '../audit/stream/rows';
import { Counter, Gauge, type Registry } from 'prom-client';
import { BUILD } from '../build-info';
import { COUNTED, countsOf, lastSuccesses } from '../counts';
import { databaseProblem } from '../db/probe';
import { env } from '../env';
import { listQueueFigures, QUEUES } from '../jobs/queue-figures';
import { storage } from '../storage/index';
import { outsideCheck } from './health';

/** Metrics about the process and what it depends on: build, database, queues, disk, background loops, counts. */
export function addServiceMetrics(made: Registry): void {
  new Gauge({
    name: 'clinical_build_info',
    help: 'Always 1; the labels name the running build',
    labelNames: ['version', 'commit', 'node'],
    registers: [made],
  }).set(BUILD, 1);
  const database = outsideCheck(databaseProblem);
  new Gauge({
    name: 'clinical_db_up',
    help: '1 if the database responds and accepts writes, otherwise 0',
    registers: [made],
    async collect() {
      if (env.DATABASE_URL === undefined) this.remove();
      else this.set((await database()) === null ? 1 : 0);
    },
  });
  addQueueMetrics(made);
  const unsent = sampled(async () => ({ oldest: await oldestUnsent() }));
  new Gauge({
    name: 'clinical_audit_stream_unsent_seconds',
    help: 'Age of the oldest audit row not sent to AUDIT_SYSLOG_URL, 0 without one',
    registers: [made],
    async collect() {
      if (env.AUDIT_SYSLOG_URL === undefined) return this.remove();
      const found = await unsent();
      if (!found) this.remove();
      else this.set(found.oldest ? Math.max(0, (Date.now() - found.oldest.getTime()) / 1000) : 0);
    },
  });
  const free = sampled(async () => (await storage().freeBytes?.()) ?? null);
  new Gauge({
    name: 'clinical_storage_free_bytes',
    help: 'Space left for documents; absent where the storage has no limit',
    registers: [made],
    async collect() {
      const bytes = await free();
      if (bytes === null) this.remove();
      else this.set(bytes);
    },
  });
  new Gauge({
    name: 'clinical_loop_last_success_timestamp_seconds',
    help: 'When a turn of the background loop last succeeded, or when the loop started',
    labelNames: ['loop'],
    registers: [made],
    collect() {
      this.reset();
      for (const [loop, at] of lastSuccesses()) this.set({ loop }, at);
    },
  });
  for (const [name, { help, labels, start }] of Object.entries(COUNTED)) {
    new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [made],
      collect() {
        this.reset();
        const labelled = (values: readonly string[]) =>
          Object.fromEntries(labels.map((label, at) => [label, values[at]!]));
        for (const values of start) this.inc(labelled(values), 0);
        for (const { values, count } of countsOf(name as keyof typeof COUNTED))
          this.inc(labelled(values), count);
      },
    });
  }
}

function addQueueMetrics(made: Registry): void {
  const figures = sampled(() => listQueueFigures(new Date()));
  new Gauge({
    name: 'clinical_queue_jobs',
    help: 'Jobs in the queues of all processes, at most 2,000 of each webhook, connection or timer',
    labelNames: ['queue', 'state'],
    registers: [made],
    async collect() {
      const found = await figures();
      this.reset();
      for (const queue of found ? QUEUES : []) {
        const { due, later, leased } = found![queue];
        this.set({ queue, state: 'due' }, due);
        this.set({ queue, state: 'later' }, later);
        if (leased !== null) this.set({ queue, state: 'leased' }, leased);
      }
    },
  });
  new Gauge({
    name: 'clinical_queue_oldest_seconds',
    help: 'Time since the oldest job of the queue could have been taken, 0 without one',
    labelNames: ['queue'],
    registers: [made],
    async collect() {
      const found = await figures();
      this.reset();
      for (const queue of found ? QUEUES : []) {
        const at = found![queue].oldestAt?.getTime() ?? Date.now();
        this.set({ queue }, Math.max(0, (Date.now() - at) / 1000));
      }
    },
  });
}

const KEEP_MS = 10_000;
const WITHIN_MS = 2_000;

/**
 * A value that costs a query or a disk access: asked at most once in ten seconds, however many scrapers there are, and
 * never twice at once. Null if it fails or takes two seconds: the other metrics are needed most during an outage.
 */
function sampled<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let asked: Promise<T | null> | null = null;
  let isOver = false;
  let at = -Infinity;
  return async () => {
    if (!asked || (isOver && performance.now() - at >= KEEP_MS)) {
      isOver = false;
      at = performance.now();
      asked = ask()
        .catch(() => null)
        .finally(() => (isOver = true));
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, WITHIN_MS, null)));
    try {
      return await Promise.race([asked, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
