import { storage, type Staged } from '../../storage/index';
import { isDomainError } from '../../errors/domain-error';

/**
 * Bytes and row in an order that a crash cannot spoil: the file gets its place (with a claim), then the row is
 * committed, then the claim goes. A crash after the first step leaves a file with a claim and no row that names it:
 * the sweep removes both. A crash after the second leaves a row, its file and a claim: the sweep removes the claim.
 * The other order, row first, would leave a row without bytes, which nothing can repair.
 */

/**
 * @param id of the file; new for each try, so that two of them never meet in one place
 * @param write commits the row; calls `named` once a row of its transaction names the file
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
    // When the answer to COMMIT was lost the row may exist: the claim stays, and the sweep asks later.
    if (!isNamed || isCertainRollback(error)) await store.remove(key);
    throw error;
  }
  // A repeated Idempotency-Key answers with the first document; these bytes belong to none.
  await (isNamed ? store.confirm(key) : store.remove(key));
  return output;
}

// Five letters and digits, a digit among them: EPIPE and other words of the system are no SQLSTATE.
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** True when the database said no in words; a lost connection (classes 08 and 57P, no code at all) leaves it open. */
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
