import { fileURLToPath } from 'node:url';
import { startSealer } from './audit/sealer';
import { startAuditStream } from './audit/stream/audit-stream';
import { passwordResetsSent } from './auth/password-reset';
import { ownersNotified } from './mail/notify-owner';
import { writeActivity } from './auth/session-activity';
import { startBackupSchedule } from './backup/schedule';
import { BUILD } from './build-info';
import { closePool } from './db/client';
import { reserved } from './db/connection-share';
import { changeFeed } from './domain/changes/change-feed';
import { allOrganizations } from './domain/organizations/access';
import { startDocumentWorker } from './domain/documents/document-worker';
import { startDocumentSweep } from './domain/documents/sweep-documents';
import { startErasureSweep } from './domain/erasures/remove-files';
import { startExportWorker } from './domain/exports/export-worker';
import { startOverdueClock } from './domain/lab-orders/overdue-clock';
import { startCriticalClock } from './domain/reviews/critical-clock';
import { startSessionChecks } from './domain/single-sign-on/check-sessions';
import { env, publishNextAuthSettings } from './env';
import { startWorker } from './deliveries/worker';
import { missingParts, requireForReady } from './http/health';
import { openPages, type PagesHandler } from './http/pages-handler';
import { createHttpServer } from './http/server';
import { startFolders } from './intake/folder/folders';
import { startMllp } from './intake/mllp/listeners';
import { startRunner } from './intake/runner/runner';
import {
  processBySize,
  setThreadFile,
  stopThreads,
} from './domain/inbound-reports/worker-threads/run-by-size';
import { startRetention } from './retention/retention';
import { startQueueAlarm } from './transmissions/queue-alarm';
import { startOrderWorker } from './transmissions/worker';
import { startWaitingAlarm } from './intake/runner/waiting-alarm';
import { startLimits } from './rate-limits/limits';
import { logger } from './logger';
import { safeError } from './safe-error';
import { startSandboxResets } from './demo/sandbox-resets';
import { seedDemo, type Demo } from './demo/seed-demo';
import { announce, say } from './start/announce';
import { storage } from './storage/index';
import { leadConsoleToLog } from './start/console';
import { bringUpToDate, loadKeys, openDatabase } from './start/database';
import { drain, listen } from './start/listen';
import { requireForReadiness } from './start/readiness';
import { startTraces } from './start/traces';
import { isStartError, StartError } from './errors/start-error';
import {
  asLastResort,
  isStopping,
  stopOnSignals,
  stopProcess,
  whenStopping,
  whileStarting,
} from './start/stopping';

/**
 * Starts the process: settings, PostgreSQL, migrations, pages, listener. Every step registers how to close what it
 * opened; closing runs in reverse order. `CLINICAL_ROLES` selects the parts.
 */
const began = performance.now();
const has = (role: 'web' | 'worker' | 'intake'): boolean => env.CLINICAL_ROLES.includes(role);
const done = new Set<string>();
for (const [part, doing] of [
  ['keys', 'loading'],
  ['migrations', 'migrating'],
  ['demo', 'seeding'],
  ['start', 'starting'],
] as const)
  requireForReady(part, () => (done.has(part) ? null : doing));
requireForReady('running', () => (isStopping() ? 'stopping' : null));

async function start(): Promise<void> {
  await loadKeys();
  done.add('keys');
  publishNextAuthSettings();
  whenStopping('traces', await startTraces());
  // Next does not need the database, so both prepare concurrently.
  const preparing = has('web') ? preparePages() : Promise.resolve(null);
  preparing.catch(() => undefined); // handled below; an earlier failure must not count as unhandled
  const server = createHttpServer(has('web') ? pagesWhenPrepared(preparing) : null, () => done.has('start'));
  const openPort = () => listen(server, { host: env.HOST, port: env.PORT, setting: 'PORT' });
  // Before the migrations, which may take long: health checks respond, all other requests get 503.
  if (env.HEALTH_PORT === undefined) await openPort();
  else {
    // It has its own queue of new connections, so that probes are answered however many clients wait at the other one.
    const health = createHttpServer(null);
    await listen(health, { host: env.HEALTH_HOST, port: env.HEALTH_PORT, setting: 'HEALTH_PORT' });
    whenStopping('health listener', () => drain(health, 0));
  }
  whenStopping('listener', () => drain(server, 0));
  const postgres = await openDatabase(say);
  if (postgres) {
    whenStopping('postgres', () => postgres.stop());
    asLastResort(() => postgres.stopWithoutWaiting());
    if (postgres.adopted) logger.warn('adopted the Postgres of a server that was killed');
  }
  whenStopping('pool', closePool);
  whenStopping('sessions', writeActivity);
  whenStopping('mails', ownersNotified);
  whenStopping('password resets', passwordResetsSent);
  assertGoingOn();
  await storage().assertUsable();
  await bringUpToDate();
  done.add('migrations');
  assertGoingOn();
  const demo: Demo | null = env.embedded && env.DEMO_DATA !== 'none' ? await seedDemo() : null;
  done.add('demo');
  assertGoingOn();
  // Each role receives files: uploads, exports, files in laboratory messages.
  whenStopping('sweep', startDocumentSweep());
  if (has('web')) whenStopping('erasures', startErasureSweep());
  if (has('web')) whenStopping('limits', startLimits());
  await preparing;
  assertGoingOn();
  whenStopping('clock watch', requireForReadiness());
  const laboratory = has('worker') && demo ? await demo.startLaboratory() : null;
  const working = reserved(startWork);
  // In parallel: each may take seconds, and the whole stop has ten. After an internal error there is no drain period.
  whenStopping('work', async (exitCode) => {
    const closed = changeFeed.stop();
    const drained = drain(server, exitCode === 0 ? env.DRAIN_SECONDS : 0);
    await Promise.all([drained, closed, ...working.map((one) => one.stop())]);
  });
  if (laboratory) whenStopping('demo laboratory', () => laboratory.stop());
  // A proxy without health checks sends a rejected connection to another process, and a 503 to the client.
  if (env.HEALTH_PORT !== undefined) await openPort();
  done.add('start');
  logger.info(
    {
      version: BUILD.version,
      host: env.HOST,
      port: env.PORT,
      roles: env.CLINICAL_ROLES,
      missing: await missingParts(),
    },
    'listening',
  );
  announce(demo?.credentials ?? null, (await allOrganizations()).length === 0, performance.now() - began);
}

/** Independent of request load: it has its own database connections. */
function startWork(): { stop(): Promise<void> }[] {
  const worker = has('worker') ? startWorker() : null;
  const sealer = has('worker') ? startSealer() : null;
  const stream = has('worker') ? startAuditStream() : null;
  const orders = has('worker') ? startOrderWorker() : null;
  const retention = has('worker') ? startRetention() : null;
  if (worker && orders)
    requireForReady('worker', () => (worker.running() && orders.running() ? null : 'stopped'));
  if (has('worker')) whenStopping('document worker', startDocumentWorker());
  if (has('worker')) whenStopping('export worker', startExportWorker());
  const intake = has('intake') ? [startMllp(), startFolders(), startRunner({ process: processBySize })] : [];
  setThreadFile(new URL('./intake-thread.mjs', import.meta.url));
  whenStopping('intake threads', stopThreads);
  const alarm = has('intake') ? startWaitingAlarm() : null;
  const queueAlarm = has('worker') ? startQueueAlarm() : null;
  if (intake.length > 0)
    requireForReady('intake', () => (intake.every((one) => one.running()) ? null : 'stopped'));
  const backups = has('worker')
    ? startBackupSchedule(fileURLToPath(new URL('./admin.mjs', import.meta.url)))
    : null;
  const resets = has('worker') ? startSandboxResets() : null;
  const clocks = has('worker') ? [startCriticalClock(), startOverdueClock(), startSessionChecks()] : [];
  whenStopping('clocks', async () => {
    await Promise.all(clocks.map((clock) => clock.stop()));
  });
  const worked = [alarm, worker, orders, queueAlarm, retention, sealer, stream, backups, resets];
  return [...intake, ...worked].filter((one) => one !== null);
}

/** A page requested before Next is prepared would hang. */
const pagesWhenPrepared = (preparing: Promise<PagesHandler | null>): PagesHandler => ({
  handle: async (req, res, info) => (await preparing)!.handle(req, res, info),
  close: async () => (await preparing)!.close(),
});

async function preparePages(): Promise<PagesHandler> {
  return openPages({ dev: env.NODE_ENV === 'development', hostname: env.HOST, port: env.PORT });
}

/** A signal may arrive at any time during startup; what is open by then is closed by its registered steps. */
function assertGoingOn(): void {
  if (isStopping()) throw new StartError('Stopped while starting.');
}

if (env.NODE_ENV !== 'development') leadConsoleToLog();
stopOnSignals();
const starting = start();
whileStarting(starting);
starting.catch((error: unknown) => {
  if (isStopping()) return;
  if (isStartError(error)) process.stderr.write(`${error.message}\n`);
  else {
    process.stderr.write('The server could not start; see the log for the reason.\n');
    logger.fatal(safeError(error), 'start failed');
  }
  void stopProcess(1);
});
