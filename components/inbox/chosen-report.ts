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

/** Shorter waits leave the open report as it is. */
const COVERED_AFTER_MS = 150;

let chosen: Chosen | null = null;
/** The report of the navigation that is loading, whether by key, by click or after a signature. */
let loading: string | null = null;
let isCovered = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

export const chosenReport = (): Chosen | null => chosen;

export function setChosen(next: Chosen | null): void {
  if (chosen === next) return;
  chosen = next;
  notify();
}

export function setLoadingReport(id: string | null): void {
  if (loading === id) return;
  loading = id;
  clearTimeout(timer);
  isCovered = false;
  if (id !== null)
    timer = setTimeout(() => {
      isCovered = true;
      notify();
    }, COVERED_AFTER_MS);
  notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** @returns `res_…`, or null if none was chosen by key */
export const useChosenReport = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => chosen?.id ?? null,
    () => null,
  );

/** @param isOpen whether the page displays this report */
export const useIsMarked = (id: string, isOpen: boolean): boolean =>
  useSyncExternalStore(
    subscribe,
    () => {
      const next = chosen?.id ?? loading;
      return next === null ? isOpen : next === id;
    },
    () => isOpen,
  );

/** Whether another report is loading, so that the open one is not read as that of the marked row. */
export const useIsCovered = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isCovered,
    () => false,
  );
