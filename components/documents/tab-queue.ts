/**
 * The upload queue of this tab, once a page that uploads has been open. Apart from the queue itself, which the other
 * pages do not load.
 */
import type { UploadQueue } from './upload-queue';

let current: UploadQueue | null = null;
const listeners = new Set<() => void>();

export const tabQueue = (): UploadQueue | null => current;

export function setTabQueue(queue: UploadQueue | null): void {
  current = queue;
  // Not at once: a page creates its queue while it renders.
  queueMicrotask(() => listeners.forEach((listener) => listener()));
}

export function subscribeToTabQueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
