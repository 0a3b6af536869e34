/** Running uploads count as activity for a limited time: the user waits for them. */

const MOST_MS = 10 * 60_000;
const running = new Map<symbol, number>();

/** @returns to be called when the upload ends */
export function uploadBegins(): () => void {
  const key = Symbol('upload');
  running.set(key, Date.now());
  return () => void running.delete(key);
}

export const waitsForUpload = (now: number): boolean =>
  [...running.values()].some((began) => now - began < MOST_MS);
