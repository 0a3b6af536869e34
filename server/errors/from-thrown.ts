import { TRPCError } from '@trpc/server';
import { translateDatabaseError } from './constraints';
import { DomainError, isDomainError } from './domain-error';
import { logger } from '../logger';
import { safeError } from '../safe-error';

/** Converts thrown errors to errors of the contract. */

/** The domain error inside a thrown error; `internal_error` for any other. */
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
    'An unexpected error occurred. Report the request ID to the operator.',
  );
}

const logged = new WeakSet<DomainError>();

/**
 * Converts a thrown error and logs unexpected ones with their cause, once per error: callers throw the result.
 * @param where request ID and operation; no patient data
 */
export function errorFromThrown(
  error: unknown,
  where: { request_id: string; endpoint?: string; action?: string; procedure?: string },
): DomainError {
  const converted = asDomainError(error);
  if (converted.code === 'internal_error' && !logged.has(converted)) {
    logged.add(converted);
    logger.error({ ...where, ...safeError(unwrapped(error)) }, 'unexpected error');
  }
  return converted;
}

/** tRPC wraps the error of a procedure, and its own stack trace is of no use. */
const unwrapped = (error: unknown) => (error instanceof TRPCError ? (error.cause ?? error) : error);
