import { env } from '../env';
import { logger } from '../logger';
import { safeError } from '../safe-error';

/**
 * Orderly end of the process. Steps are added as things are opened and run backwards; whatever hangs, the process
 * is gone ten seconds after `DRAIN_SECONDS`. A second signal ends it at once.
 */
/** @param exitCode other than 0 after an error of the process itself */
type Step = (exitCode: number) => Promise<void> | void;

const steps: { name: string; run: Step }[] = [];
let lastResort: () => void = () => undefined;
let begun: number | null = null;

const HARD_LIMIT_MS = 9_500;
/** npm passes a terminal's Ctrl-C on, so one key press arrives as two signals. */
const SAME_KEY_PRESS_MS = 500;

export const isStopping = (): boolean => begun !== null;

let starting: Promise<unknown> = Promise.resolve();

/** The stop waits for the step of the start that is under way, so that nothing is opened behind its back. */
export function whileStarting(start: Promise<unknown>): void {
  starting = start.catch(() => undefined);
}

export function whenStopping(name: string, run: Step): void {
  steps.push({ name, run });
}

/** What to do, without waiting, when there is no time for the steps. */
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
      logger.error({ step: step.name, ...safeError(error) }, 'a step of the stop failed');
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
  // Whoever read our output has gone (a closed terminal, an npm that was killed): no reason to end. It counted as an
  // uncaught exception, and pino waits for ever to write a fatal line that nobody reads.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // A promise that nobody waits for has harmed one request at most: the process goes on.
  process.on('unhandledRejection', (error) => logger.error(safeError(error), 'unhandled rejection'));
}
