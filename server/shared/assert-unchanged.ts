import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../errors/domain-error';

/**
 * For records without a version: what the user saw is still stored.
 * @throws DomainError `version_mismatch`
 */
export function assertUnchanged<Stored extends object>(
  seen: Partial<Stored> | undefined,
  stored: Stored,
): void {
  const names = Object.keys(seen ?? {}) as (keyof Stored)[];
  if (names.some((name) => !isDeepStrictEqual(seen![name], stored[name])))
    throw new DomainError('version_mismatch', 'The record has changed since you read it. Read it again.');
}
