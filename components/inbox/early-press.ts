'use client';
/**
 * Why a key did nothing, until the next action. Not a toast, which would replace the undo of the previous
 * signature. A press while a report is loading is explained in that report.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { announce } from '../ui/live-region';

/** Long enough to be read. The key is armed earlier. */
const SHOWN_MS = 2_000;

let shown: string | null = null;
let current = new AbortController();
const listeners = new Set<() => void>();

function show(sentence: string | null, stays: boolean): void {
  current.abort();
  shown = sentence;
  for (const listener of listeners) listener();
  if (sentence === null) return;
  current = new AbortController();
  const { signal } = current;
  const end = () => show(null, false);
  for (const kind of ['keydown', 'pointerdown'])
    document.addEventListener(kind, end, { capture: true, signal });
  if (stays) return;
  const timer = setTimeout(end, SHOWN_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** @param isLoading shown until the report has opened, and then as long as any */
export function reportEarlyPress(sentence: string, isLoading = false): void {
  show(sentence, isLoading);
  announce(sentence);
}

/** A key of the report that the user means, which is still loading. */
export const reportUnopened = (key: string): void =>
  reportEarlyPress(`Report was not open yet. Press ${key.toUpperCase()} again.`, true);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useEarlyPress(): string | null {
  // The time starts when the report opens.
  useEffect(() => show(shown, false), []);
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
