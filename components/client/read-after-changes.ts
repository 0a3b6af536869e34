/**
 * Reads something again after changes of the server: at a random moment, because all pages of the organization receive a
 * change at the same one. A page in the background reads no patient, and reads once it is visible.
 */
import { hearChanges, type TabChanges } from './changes';

const SPREAD_MS = 500;

interface Reading {
  isAffected: (changes: TabChanges) => boolean;
  /**
   * A failed one is repeated after the next message of the server.
   * @param isOver whether the page no longer shows it
   */
  read: (isOver: () => boolean) => Promise<void>;
  leastMs?: number;
}

/** @param since a position: also after the changes since then that this page has received */
export function readAfterChanges({ isAffected, read, leastMs = 0 }: Reading, since?: string): () => void {
  let isDue = false;
  let isOver = false;
  let timer = 0;
  const look = async () => {
    if (!isDue || document.visibilityState !== 'visible') return;
    isDue = false;
    try {
      await read(() => isOver);
    } catch {
      isDue = true;
    }
  };
  const silent = hearChanges((changes) => {
    if (isAffected(changes)) isDue = true;
    // Without a position the connection was lost.
    if (!isDue || !changes.position) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void look(), leastMs + Math.random() * SPREAD_MS);
  }, since);
  const seen = () => void look();
  document.addEventListener('visibilitychange', seen);
  return () => {
    isOver = true;
    silent();
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
