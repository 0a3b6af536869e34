import { count, forgetLoop, noteSuccess } from '../counts';
import { logger } from '../logger';
import { safeError } from '../safe-error';

/**
 * Runs a turn, pauses, and runs the next one: the only background loop of the service. Turns never overlap. After an
 * error the loop continues, with growing pauses where `longestBackoffMs` is set.
 */
export interface Loop {
  /** Ends the current pause. No effect during a turn: `pauseMs` is called after it. */
  wake(): void;
  /** No further turn; resolves when the running one has ended. */
  stop(): Promise<void>;
  running(): boolean;
}

export interface LoopOptions {
  /** Names the loop in the log. */
  name: string;
  everyMs: number;
  /** Before the first turn. */
  firstMs?: number;
  longestBackoffMs?: number;
  /** Replaces `everyMs` after a successful turn; 0 for no pause. */
  pauseMs?: () => number;
}

/** @param turn returns true to be run again at once; its signal is aborted by `stop` */
export function startLoop(
  { name, everyMs, firstMs = 0, longestBackoffMs = everyMs, pauseMs = () => everyMs }: LoopOptions,
  turn: (signal: AbortSignal) => Promise<boolean | void>,
): Loop {
  const abort = new AbortController();
  const { signal } = abort;
  const label = name.replaceAll(' ', '_');
  let wake = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => (clearTimeout(timer), resolve());
    });

  async function run(): Promise<void> {
    let backoff = 0;
    noteSuccess(label);
    if (firstMs > 0) await pause(firstMs);
    while (!signal.aborted) {
      let again: boolean | void = false;
      try {
        again = await turn(signal);
        backoff = 0;
        noteSuccess(label);
        count('clinical_loop_turns_total', [label, 'succeeded']);
      } catch (error) {
        backoff = Math.min(Math.max(backoff * 2, everyMs), longestBackoffMs);
        count('clinical_loop_turns_total', [label, 'failed']);
        logger.warn({ loop: name, ...safeError(error) }, 'background work failed, retrying');
      }
      const ms = again ? 0 : backoff || pauseMs();
      if (ms > 0 && !signal.aborted) await pause(ms);
    }
    forgetLoop(label);
  }

  const ended = run();
  return {
    wake: () => wake(),
    stop() {
      abort.abort();
      wake();
      return ended;
    },
    running: () => !signal.aborted,
  };
}
