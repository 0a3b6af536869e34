import { logger } from '../logger';
import { safeError } from '../safe-error';

/**
 * One run after the other; a pause when there was nothing to do. A failed run is told and tried again.
 * @param work true when there may be more to do at once
 * @returns how to stop; resolves when nothing is under way any more
 */
export function every(ms: number, what: string, work: () => Promise<boolean>): () => Promise<void> {
  let stopping = false;
  let wake = () => {};
  const loop = async () => {
    while (!stopping) {
      const more = await work().catch((error: unknown) => {
        logger.warn({ what, ...safeError(error) }, 'failed, will be tried again');
        return false;
      });
      if (stopping || more) continue;
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
