/** Tells the runner of this process that there is work, so that it need not wait for its next look at the queue. */
const listeners = new Set<() => void>();

export const messageArrived = (): void => listeners.forEach((listener) => listener());

/** @returns how to stop being told */
export function onArrival(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
