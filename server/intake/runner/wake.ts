/** Wakes the runner of this process before its next poll. */
const listeners = new Set<() => void>();

export const messageArrived = (): void => listeners.forEach((listener) => listener());

/** @returns a function that removes the listener */
export function onArrival(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
