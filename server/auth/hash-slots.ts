import os from 'node:os';
import { DomainError } from '../errors/domain-error';
import { Semaphore } from '../jobs/semaphore';

/**
 * Slow hashes keep a processor and 19 MiB busy each: only so many at once, so that a flood of sign-ins leaves room for
 * everybody else. People at a browser that is known are not kept waiting behind strangers.
 */

const PARALLEL = Math.max(1, Math.min(4, os.availableParallelism() - 1));
const MAX_WAITING = 256;

const slots = new Semaphore(
  PARALLEL,
  MAX_WAITING,
  () => new DomainError('unavailable', 'Too many people are signing in.'),
);

/** @throws DomainError `unavailable` when too many wait already */
export const inHashSlot = <T>(work: () => Promise<T>, first = false): Promise<T> => slots.run(work, first);
