/**
 * Credentials are judged before a body is read, and whoever sends it decides how long that takes. A right that is taken
 * away meanwhile is gone, so after this time it is judged again before anything is done.
 */
const HOLDS_MS = 500;

/**
 * @param judgeAgain throws when the credential has ended; called for bodies that took long, and for no others
 * @param drop what was kept of the body when it has
 */
export async function judgedAfter<T>(
  read: () => Promise<T>,
  judgeAgain: () => Promise<void>,
  drop?: (body: T) => Promise<unknown>,
): Promise<T> {
  const began = performance.now();
  const body = await read();
  if (performance.now() - began <= HOLDS_MS) return body;
  try {
    await judgeAgain();
    return body;
  } catch (error) {
    await drop?.(body);
    throw error;
  }
}
