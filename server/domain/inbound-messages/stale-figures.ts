/**
 * Counts this process's reports that were older than the filed version and differed from it, for both module graphs.
 */
const slot = Symbol.for('clinical.intake.stale');
const holder = globalThis as unknown as { [slot]?: number };

export const countStale = (reports = 1): void => {
  holder[slot] = staleCount() + reports;
};
export const staleCount = (): number => holder[slot] ?? 0;
