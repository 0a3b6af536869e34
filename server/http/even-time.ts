import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/**
 * Answers of which the time could tell what the words do not (whether an account or an application exists) are given at
 * whole steps after the arrival of the request: what was done until then differs by less than a step (C-05).
 *
 * @param startedAt arrival, as `performance.now()` tells it
 * @param stepMs longer than the work takes
 */
export async function untilEven(startedAt: number, stepMs: number): Promise<void> {
  const end = startedAt + Math.ceil((performance.now() - startedAt) / stepMs) * stepMs;
  // Timers count whole milliseconds from when they are set, which would pass the difference on.
  const wait = Math.floor(end - performance.now()) - 1;
  if (wait > 0) await pause(wait);
  while (performance.now() < end) await turn();
}
