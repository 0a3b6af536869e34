import { env } from '../env';
import { logger } from '../logger';
import { safeError } from '../safe-error';

/**
 * Orderly shutdown. Steps are registered as things are opened and run in reverse order. The process exits at the latest
 * ten seconds after `DRAIN_SECONDS`. A second signal ends it at once.
 */
/** @param exitCode other than 0 after an internal error */
type Step = (exitCode: number) => Promise<void> | void;

const steps: { name: string; run: Step }[] = [];
let lastResort: () => void = () => undefined;
let begun: number | null = null;

const HARD_LIMIT_MS = 9_500;
/** npm forwards a terminal's Ctrl-C, so one key press arrives as two signals. */
const SAME_KEY_PRESS_MS = 500;

export const isStopping = (): boolean => begun !== null;

let starting: Promise<unknown> = Promise.resolve();

/** Shutdown waits for the startup step in progress, so that nothing is opened after it. */
export function whileStarting(start: Promise<unknown>): void {
  starting = start.catch(() => undefined);
}

export function whenStopping(name: string, run: Step): void {
  steps.push({ name, run });
}

/** Runs, without waiting, if there is no time for the steps. */
export function asLastResort(run: () => void): void {
  lastResort = run;
}

export async function stopProcess(exitCode: number): Promise<void> {
  if (begun !== null) return;
  begun = performance.now();
  setTimeout(() => leaveNow(1), HARD_LIMIT_MS + env.DRAIN_SECONDS * 1_000).unref();
  await starting;
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step.run(exitCode);
    } catch (error) {
      logger.error({ step: step.name, ...safeError(error) }, 'a shutdown step failed');
    }
  }
  process.exit(exitCode);
}

function leaveNow(exitCode: number): never {
  lastResort();
  process.exit(exitCode);
}

export function stopOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (begun === null) {
        logger.info({ signal }, 'stopping');
        void stopProcess(0);
      } else if (performance.now() - begun > SAME_KEY_PRESS_MS) leaveNow(1);
    });
  }
  process.on('uncaughtException', (error) => {
    logger.fatal(safeError(error), 'uncaught exception');
    void stopProcess(1);
  });
  // The reader of our output is gone (a closed terminal, a killed npm), which is no reason to exit. Otherwise it counts
  // as an uncaught exception, and pino waits forever to write a fatal line.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // An unhandled rejection has affected one request at most, so the process continues.
  process.on('unhandledRejection', (error) => logger.error(safeError(error), 'unhandled rejection'));
}
