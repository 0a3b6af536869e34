import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sealerFigures } from '../audit/sealer';
import { poolFigures } from '../db/client';
import { clockSkewSeconds } from '../db/probe';
import { reserved } from '../db/connection-share';
import { changeFeed } from '../domain/changes/change-feed';
import { LOSSES, lostContentCounts } from '../domain/documents/lost-content';
import { SCAN_OUTCOMES, scanCounts } from '../domain/documents/scan-figures';
import { countWaitingScans } from '../domain/documents/scan-queue';
import {
  ATTEMPT_OUTCOMES,
  attemptCounts,
  listQueues,
  type OrderQueue,
} from '../domain/outbound-messages/queue-figures';
import { staleCount } from '../domain/inbound-messages/stale-figures';
import { ORDER_TRANSPORTS } from '../data-types/transmission-codes';
import { DomainError } from '../errors/domain-error';
import { env } from '../env';
import { POLICY_NAMES, type Policy } from '../rate-limits/policies';
import { sendProblem } from './send-problem';
import { addServiceMetrics } from './service-metrics';
import { isFromThisMachine, type RequestInfo } from './request-info';

/** Metrics for operators. Label values come from closed lists (patterns, never paths), so their number is bounded. */

const slot = Symbol.for('clinical.metrics');
const holder = globalThis as unknown as { [slot]?: Registry };

/** One registry for both module graphs of the process. */
export const registry: Registry = (holder[slot] ??= makeRegistry());

function makeRegistry(): Registry {
  const made = new Registry();
  collectDefaultMetrics({ register: made });
  addServiceMetrics(made);
  new Gauge({
    name: 'clinical_db_pool_connections',
    help: 'Connections of the pool, and requests queued for one',
    labelNames: ['state'],
    registers: [made],
    collect() {
      const { total, idle, waiting } = poolFigures();
      this.set({ state: 'total' }, total);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'clinical_db_reserved_connections',
    help: 'Connections reserved for clinical deadlines, intake and the audit',
    labelNames: ['state'],
    registers: [made],
    collect() {
      const { total, idle, waiting } = poolFigures().reserved;
      this.set({ state: 'total' }, total);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Counter({
    name: 'clinical_db_refused_requests_total',
    help: 'Requests rejected because no database connection was free',
    registers: [made],
    collect() {
      this.reset();
      this.inc(poolFigures().rejected);
    },
  });
  new Gauge({
    name: 'clinical_clock_skew_seconds',
    help: 'Clock of this machine minus clock of the database, last measurement',
    registers: [made],
    collect() {
      const skew = clockSkewSeconds();
      if (skew === null) this.remove();
      else this.set(skew);
    },
  });
  addAuditFigures(made);
  new Gauge({
    name: 'clinical_change_streams',
    help: 'Open connections of pages that follow changes',
    registers: [made],
    collect() {
      this.set(changeFeed.size);
    },
  });
  new Histogram({
    name: 'clinical_http_request_seconds',
    help: 'Time from the arrival of a request to the end of its response',
    labelNames: ['endpoint', 'method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [made],
  });
  new Counter({
    name: 'clinical_document_scans_total',
    help: 'Malware scans of this process, by outcome',
    labelNames: ['outcome'],
    registers: [made],
    collect() {
      this.reset();
      for (const outcome of SCAN_OUTCOMES) this.inc({ outcome }, scanCounts()[outcome]);
    },
  });
  new Gauge({
    name: 'clinical_documents_unchecked',
    help: 'Documents pending the malware scan: pending, or error if the last scan failed',
    labelNames: ['scan_status'],
    registers: [made],
    async collect() {
      // The other metrics are needed most when the database is down.
      const waiting = await countWaitingScans().catch(() => null);
      this.reset();
      for (const status of waiting ? ['pending', 'error'] : [])
        this.set({ scan_status: status }, waiting!.find((one) => one.status === status)?.count ?? 0);
    },
  });
  addOrderFigures(made);
  new Counter({
    name: 'clinical_document_reads_failed_total',
    help: 'Reads of documents that failed, because the file is missing, unreadable or altered',
    labelNames: ['loss'],
    registers: [made],
    collect() {
      this.reset();
      for (const loss of LOSSES) this.inc({ loss }, lostContentCounts()[loss]);
    },
  });
  new Counter({
    name: 'clinical_intake_stale_reports_total',
    help: 'Reports that are older than the filed version and differ from it, and are therefore hidden',
    registers: [made],
    collect() {
      this.reset();
      this.inc(staleCount());
    },
  });
  const limited = new Counter({
    name: 'clinical_rate_limited_requests_total',
    help: 'Requests rejected because a limit was exceeded',
    labelNames: ['policy'],
    registers: [made],
  });
  // Starts at 0, so that the first increase is visible.
  for (const policy of POLICY_NAMES) limited.inc({ policy }, 0);
  return made;
}

function addOrderFigures(made: Registry): void {
  const add = (name: string, help: string, value: (queues: OrderQueue[]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['transport', 'sending'],
      registers: [made],
      async collect() {
        const queues = await listQueues().catch(() => null);
        this.reset();
        if (queues === null) return;
        for (const transport of ORDER_TRANSPORTS)
          for (const sending of ['active', 'paused'])
            this.set(
              { transport, sending },
              value(
                queues.filter(
                  (queue) => queue.transport === transport && queue.paused === (sending === 'paused'),
                ),
              ),
            );
      },
    });
  add(
    'clinical_orders_oldest_queued_seconds',
    'Age of the oldest order or cancellation that is not sent, 0 without one',
    (queues) => Math.max(0, ...queues.map(({ oldestAt }) => (Date.now() - oldestAt.getTime()) / 1000)),
  );
  add('clinical_orders_queued', 'Orders and cancellations that are not sent', (queues) =>
    queues.reduce((sum, { queued }) => sum + queued, 0),
  );
  new Counter({
    name: 'clinical_order_attempts_total',
    help: 'Attempts of this process to send an order or cancellation, by outcome; sent: the laboratory decides later',
    labelNames: ['outcome'],
    registers: [made],
    collect() {
      this.reset();
      for (const outcome of ATTEMPT_OUTCOMES) this.inc({ outcome }, attemptCounts()[outcome]);
    },
  });
}

/** Of the sealer of this process; absent without one. */
function addAuditFigures(made: Registry): void {
  const figures: [name: string, help: string, value: keyof NonNullable<ReturnType<typeof sealerFigures>>][] =
    [
      ['clinical_audit_unsealed_seconds', 'Age of the oldest unsealed audit row', 'unsealedSeconds'],
      ['clinical_audit_anchor_seconds', 'Time since the last update of the anchor file', 'anchorSeconds'],
      [
        'clinical_audit_faulty_organizations',
        'Organizations whose audit contradicts the anchor file, without a declared restore',
        'faulty',
      ],
      ['clinical_audit_seals_total', 'Seals created by this process', 'seals'],
      ['clinical_audit_sealed_rows_total', 'Audit rows sealed by this process', 'rows'],
    ];
  for (const [name, help, value] of figures) {
    const Kind = name.endsWith('_total') ? Counter : Gauge;
    new Kind({
      name,
      help,
      registers: [made],
      collect() {
        this.reset();
        const now = sealerFigures();
        if (now && this instanceof Counter) this.inc(now[value]);
        else if (now) (this as Gauge).set(now[value]);
        else this.remove();
      },
    });
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const limitedRequests = registry.getSingleMetric('clinical_rate_limited_requests_total') as Counter;
const requests = registry.getSingleMetric('clinical_http_request_seconds') as Histogram;

export function observeRequest(
  endpoint: string,
  method: string,
  route: string,
  status: number,
  seconds: number,
): void {
  requests.observe({ endpoint, method: METHODS.has(method) ? method : 'other', route, status }, seconds);
}

export function countLimited(policy: Policy['name']): void {
  limitedRequests.inc({ policy });
}

export async function sendMetrics(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  if (env.METRICS_TOKEN ? !carriesToken(req, env.METRICS_TOKEN) : !isFromThisMachine(req)) {
    const error = new DomainError(
      'missing_credentials',
      'Metrics are available from this machine, or with the token in METRICS_TOKEN.',
    );
    return sendProblem(res, error, info.requestId);
  }
  // Some metrics need the database, and they are needed under load.
  const body = await reserved(() => registry.metrics());
  res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
  res.end(body);
}

function carriesToken(req: IncomingMessage, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
  // Digests have equal lengths, so the comparison does not reveal the length of the token.
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(given), digest(token));
}
