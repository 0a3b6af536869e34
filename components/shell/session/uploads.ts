/** Uploads that are on their way: a person who waits for them is there, for a while. */

const MOST_MS = 10 * 60_000;
const running = new Map<symbol, number>();

/** @returns to be called when it has ended */
export function uploadBegins(): () => void {
  const key = Symbol('upload');
  running.set(key, Date.now());
  return () => void running.delete(key);
}

export const waitsForUpload = (now: number): boolean =>
  [...running.values()].some((began) => now - began < MOST_MS);
