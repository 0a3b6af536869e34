/**
 * A credential is checked before the body is read, and the sender controls how long that takes. After this time it is
 * checked again, so that a right revoked meanwhile has no effect.
 */
const HOLDS_MS = 500;

/**
 * @param recheck throws if the credential has ended; called only for slow bodies
 * @param drop discards the received body in that case
 */
export async function recheckedAfter<T>(
  read: () => Promise<T>,
  recheck: () => Promise<void>,
  drop?: (body: T) => Promise<unknown>,
): Promise<T> {
  const began = performance.now();
  const body = await read();
  if (performance.now() - began <= HOLDS_MS) return body;
  try {
    await recheck();
    return body;
  } catch (error) {
    await drop?.(body);
    throw error;
  }
}
