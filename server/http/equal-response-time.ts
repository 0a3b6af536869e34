import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/**
 * Delays responses whose timing could reveal whether an account or application exists, to whole steps after the arrival
 * of the request (C-05).
 *
 * @param startedAt arrival, by `performance.now()`
 * @param stepMs longer than the work takes
 */
export async function untilNextStep(startedAt: number, stepMs: number): Promise<void> {
  const end = startedAt + Math.ceil((performance.now() - startedAt) / stepMs) * stepMs;
  // Timers count whole milliseconds from their start, which would reveal the difference.
  const wait = Math.floor(end - performance.now()) - 1;
  if (wait > 0) await pause(wait);
  while (performance.now() < end) await turn();
}
