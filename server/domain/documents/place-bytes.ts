import { storage, type Staged } from '../../storage/index';
import { isDomainError } from '../../errors/domain-error';

/**
 * Stores bytes and row in an order that survives a crash: place the file with a claim, commit the row, remove the
 * claim. After a crash in the first step, a file and a claim remain without a row: the sweep removes both. After a
 * crash in the second, only the claim is left over, and the sweep removes it. The reverse order could leave a row
 * without bytes, which cannot be repaired.
 */

/**
 * @param id of the file; new for each attempt, so that two attempts never share a path
 * @param write commits the row; calls `named` once a row in its transaction refers to the file
 */
export async function placeBytes<T>(
  staged: Staged,
  { orgId, id }: { orgId: string; id: string },
  write: (storageKey: string, named: () => void) => Promise<T>,
): Promise<T> {
  const store = storage();
  const key = await store.commit(staged, orgId, id);
  let isNamed = false;
  let output: T;
  try {
    output = await write(key, () => (isNamed = true));
  } catch (error) {
    // If the response to COMMIT was lost, the row may exist: keep the claim and let the sweep decide.
    if (!isNamed || isCertainRollback(error)) await store.remove(key);
    throw error;
  }
  // A repeated Idempotency-Key returns the first document, so these bytes belong to none.
  await (isNamed ? store.confirm(key) : store.remove(key));
  return output;
}

// Five letters and digits with at least one digit: system error codes such as EPIPE are not SQLSTATEs.
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/**
 * True if the database reported an error. After a lost connection (class 08, 57P or no code) the outcome is unknown.
 */
export function isCertainRollback(error: unknown): boolean {
  if (isDomainError(error)) return error.code !== 'unavailable';
  for (
    let current = error, depth = 0;
    current && depth < 4;
    current = (current as { cause?: unknown }).cause, depth++
  ) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && SQLSTATE.test(code)) return !/^(08|57P|40003|XX)/.test(code);
  }
  return false;
}
