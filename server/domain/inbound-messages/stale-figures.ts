/** Reports of this process that were older than what was filed, and differed from it. One count for both module graphs. */
const slot = Symbol.for('clinical.intake.stale');
const holder = globalThis as unknown as { [slot]?: number };

export const countStale = (reports = 1): void => {
  holder[slot] = staleCount() + reports;
};
export const staleCount = (): number => holder[slot] ?? 0;
