import { isDomainError } from '../../errors/domain-error';
import { logger } from '../../logger';
import { codeAndReason } from '../../safe-error';
import { storage, type Staged } from '../../storage/index';
import { storageKey } from '../../storage/storage';
import { claimFile, releaseFile, type Claim } from './storage-claims';

/**
 * Stores bytes and row in an order that survives a crash: claim the file, place it, commit the row, release the claim.
 * Before the row is committed, a crash leaves a claim and perhaps a file: the sweep removes both. Afterwards only the
 * claim is left, and the sweep removes it. The reverse order could leave a row without bytes, which cannot be repaired.
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
  const claim = { orgId, fileId: id };
  await claimFile(claim);
  let isNamed = false;
  let output: T;
  try {
    output = await write(await storage().commit(staged, orgId, id), () => (isNamed = true));
  } catch (error) {
    // If the response to COMMIT was lost, the row may exist: keep the claim and let the sweep decide.
    if (!isNamed || isCertainRollback(error)) await leaveToSweepUnless(claim, () => drop(claim));
    throw error;
  }
  // A repeated Idempotency-Key returns the first document, so these bytes belong to none.
  await leaveToSweepUnless(claim, () => (isNamed ? releaseFile(claim) : drop(claim)));
  return output;
}

/** The file first: a claim without a file is swept, a file without a claim would remain. */
export async function drop(claim: Claim): Promise<void> {
  await storage().remove(storageKey(claim.orgId, claim.fileId));
  await releaseFile(claim);
}

/** The outcome of the request is known; what could not be cleaned up has a claim. */
async function leaveToSweepUnless(claim: Claim, cleaned: () => Promise<void>): Promise<void> {
  await cleaned().catch((error: unknown) =>
    logger.warn({ file: claim.fileId, ...codeAndReason(error) }, 'a claimed file is left to the sweep'),
  );
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
