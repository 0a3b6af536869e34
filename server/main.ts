import { startSealer } from './audit/sealer';
import { passwordResetsSent } from './auth/password-reset';
import { ownersTold } from './mail/tell-owner';
import { writeActivity } from './auth/session-activity';
import { closePool } from './db/client';
import { startDocumentWorker } from './domain/documents/document-worker';
import { startDocumentSweep } from './domain/documents/sweep-documents';
import { startOverdueClock } from './domain/lab-orders/overdue-clock';
import { startCriticalClock } from './domain/reviews/critical-clock';
import { env, publishNextAuthSettings } from './env';
import { startWorker } from './events/worker';
import { missingParts, requireForReady } from './http/health';
import { openNextDoor, type NextDoor } from './http/next-door';
import { createHttpServer } from './http/server';
import { startFolders } from './intake/folder/folders';
import { startMllp } from './intake/mllp/mllp';
import { processMessage } from './intake/process/process-message';
import { startRunner } from './intake/runner/runner';
import { startLimits } from './limits/limits';
import { logger } from './logger';
import { safeError } from './safe-error';
import { seedDemo } from './seed/seed-demo';
import { announce, say, type DemoCredentials } from './start/announce';
import { bringUpToDate, loadKeys, openDatabase } from './start/database';
import { drain, listen } from './start/listen';
import { isStartError, StartError } from './start/start-error';
import {
  asLastResort,
  isStopping,
  stopOnSignals,
  stopProcess,
  whenStopping,
  whileStarting,
} from './start/stopping';

/**
 * The process: settings → Postgres → migrations → pages → listener. Every step that opens something says at once
 * how it is closed; closing runs backwards. Which parts run is `CLINICAL_ROLES`.
 */
const began = performance.now();
const has = (role: 'web' | 'worker' | 'intake'): boolean => env.CLINICAL_ROLES.includes(role);
const done = new Set<string>();
for (const part of ['keys', 'migrations', 'demo']) requireForReady(part, () => done.has(part));
requireForReady('running', () => !isStopping());

async function start(): Promise<void> {
  await loadKeys();
  done.add('keys');
  publishNextAuthSettings();
  // Next needs no database to prepare itself, so both are awaited together.
  const preparing = has('web') ? preparePages() : Promise.resolve(null);
  preparing.catch(() => undefined); // judged below; an earlier failure must not count as unhandled
  const postgres = await openDatabase(say);
  if (postgres) {
    whenStopping('postgres', () => postgres.stop());
    asLastResort(() => postgres.stopWithoutWaiting());
    if (postgres.adopted) logger.warn('adopted the Postgres of a server that was killed');
  }
  whenStopping('pool', closePool);
  whenStopping('sessions', writeActivity);
  whenStopping('mails', ownersTold);
  whenStopping('password resets', passwordResetsSent);
  assertGoingOn();
  await bringUpToDate();
  done.add('migrations');
  assertGoingOn();
  const demo: DemoCredentials | null = env.embedded ? await seedDemo() : null;
  done.add('demo');
  assertGoingOn();
  if (has('web')) whenStopping('sweep', startDocumentSweep());
  if (has('web')) whenStopping('limits', startLimits());
  const pages = await preparing;
  assertGoingOn();
  const server = createHttpServer(pages);
  await listen(server);
  const worker = has('worker') ? startWorker() : null;
  const sealer = has('worker') ? startSealer() : null;
  if (worker) requireForReady('worker', () => worker.running());
  if (has('worker')) whenStopping('document worker', startDocumentWorker());
  const intake = has('intake') ? [startMllp(), startFolders(), startRunner({ process: processMessage })] : [];
  if (intake.length > 0) requireForReady('intake', () => intake.every((one) => one.running()));
  if (has('worker')) whenStopping('critical clock', startCriticalClock());
  if (has('worker')) whenStopping('overdue clock', startOverdueClock());
  // Together: each may take seconds, and the whole stop has ten.
  const working = [...intake, worker, sealer].filter((one) => one !== null);
  whenStopping(
    'work',
    async () => void (await Promise.all([drain(server), ...working.map((one) => one.stop())])),
  );
  logger.info(
    { host: env.HOST, port: env.PORT, roles: env.CLINICAL_ROLES, missing: missingParts() },
    'listening',
  );
  announce(demo, performance.now() - began);
}

async function preparePages(): Promise<NextDoor> {
  return openNextDoor({ dev: env.NODE_ENV === 'development', hostname: env.HOST, port: env.PORT });
}

/** A signal may arrive at any moment of the start; what is open by then is closed by its steps. */
function assertGoingOn(): void {
  if (isStopping()) throw new StartError('Stopped while starting.');
}

stopOnSignals();
const starting = start();
whileStarting(starting);
starting.catch((error: unknown) => {
  if (isStopping()) return;
  if (isStartError(error)) process.stderr.write(`${error.message}\n`);
  else {
    process.stderr.write('The server could not start; the log holds the reason.\n');
    logger.fatal(safeError(error), 'start failed');
  }
  void stopProcess(1);
});
