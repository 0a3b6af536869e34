'use client';
/** Reports that were marked with `x` to be signed together. They are kept while one goes from report to report. */
import { useSyncExternalStore } from 'react';

const NONE: ReadonlySet<string> = new Set();
let marked: ReadonlySet<string> = NONE;
const listeners = new Set<() => void>();

function keep(next: ReadonlySet<string>): void {
  marked = next;
  for (const changed of listeners) changed();
}

/** @returns whether it is marked now */
export function toggleMark(id: string): boolean {
  const next = new Set(marked);
  const isMarked = !next.delete(id);
  if (isMarked) next.add(id);
  keep(next);
  return isMarked;
}

export const clearMarks = (): void => keep(NONE);

const hear = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const useMarks = (): ReadonlySet<string> =>
  useSyncExternalStore(
    hear,
    () => marked,
    () => NONE,
  );
