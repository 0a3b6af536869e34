import { TRPCError } from '@trpc/server';
import { translateDatabaseError } from './constraints';
import { DomainError, isDomainError } from './domain-error';
import { logger } from '../logger';
import { safeError } from '../safe-error';

/** What becomes of anything that is thrown on the way to an answer: a refusal in the words of the contract. */

/** The domain's error inside whatever was thrown; anything unknown is a fixed sentence. */
export function asDomainError(error: unknown): DomainError {
  for (
    let current = error, depth = 0;
    current && depth < 4;
    current = (current as { cause?: unknown }).cause, depth++
  ) {
    const translated = translateDatabaseError(current);
    if (isDomainError(translated)) return translated;
  }
  return new DomainError(
    'internal_error',
    'An unexpected error occurred. Report the request id to the operator.',
  );
}

const told = new WeakSet<DomainError>();

/**
 * The refusal that an error becomes. A fault of ours is logged here with its cause, once, through however many doors
 * the refusal passes: whoever catches an error throws what this returns.
 * @param where request id, and what was being done; no patient data
 */
export function refusalOf(
  error: unknown,
  where: { request_id: string; door?: string; action?: string; procedure?: string },
): DomainError {
  const refusal = asDomainError(error);
  if (refusal.code === 'internal_error' && !told.has(refusal)) {
    told.add(refusal);
    logger.error({ ...where, ...safeError(unwrapped(error)) }, 'unexpected error');
  }
  return refusal;
}

/** tRPC wraps what a procedure throws, and its own trace tells nothing. */
const unwrapped = (error: unknown) => (error instanceof TRPCError ? (error.cause ?? error) : error);
