'use client';
/**
 * An action of the user on this page changes the inbox. Until the page shows the outcome, a changed list is not reported
 * as changed by others.
 */
import { useSyncExternalStore } from 'react';

/** Requests that the server has not answered. */
let running = 0;
/** The server has carried one out, and the page shows the list from before. */
let isOutdated = false;
const listeners = new Set<() => void>();

function update(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** @param act the request. After it the page must be read again. */
export async function ownChange<T>(act: () => Promise<T>): Promise<T> {
  update(() => (running += 1));
  let isDone = false;
  try {
    const response = await act();
    isDone = true;
    return response;
  } finally {
    update(() => {
      running -= 1;
      isOutdated ||= isDone;
    });
  }
}

/** The list has been read again. */
export const ownChangeShown = (): void => update(() => (isOutdated = false));

export const useHasOwnChange = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => running > 0 || isOutdated,
    () => false,
  );
