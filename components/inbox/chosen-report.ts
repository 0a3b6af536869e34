'use client';
/**
 * The report chosen with `j` and `k`, until it is open. The row is marked at once. While a report is loading, further
 * presses only move the mark: a report that is skipped is not opened, and not audited.
 */
import { useSyncExternalStore } from 'react';

interface Chosen {
  id: string;
  /** The report that is loading, which may be an earlier choice. */
  loading: string;
}

let chosen: Chosen | null = null;
const listeners = new Set<() => void>();

export const chosenReport = (): Chosen | null => chosen;

export function setChosen(next: Chosen | null): void {
  if (chosen === next) return;
  chosen = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** @returns `res_…`, or null if none is loading */
export const useChosenReport = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => chosen?.id ?? null,
    () => null,
  );
