import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { expireUploads } from './expire-uploads';

/** What the worker does for documents, again and again: uploads that never came. */

const EXPIRY_MS = 60_000;

/** @returns how to stop; resolves when nothing is under way any more */
export function startDocumentWorker(): () => Promise<void> {
  return every(EXPIRY_MS, 'expiry of announced uploads', () => expireUploads());
}

/** One run after the other, each `ms` after the one before. A failed run is told and tried again. */
export function every(ms: number, what: string, work: () => Promise<unknown>): () => Promise<void> {
  let stopping = false;
  let wake = () => {};
  const loop = async () => {
    while (!stopping) {
      await work().catch((error: unknown) =>
        logger.warn({ what, ...safeError(error) }, 'will be tried again'),
      );
      if (stopping) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => (clearTimeout(timer), resolve());
      });
    }
  };
  const looping = loop();
  return async () => {
    stopping = true;
    wake();
    await looping;
  };
}
