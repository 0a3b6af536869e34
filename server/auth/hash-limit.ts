import os from 'node:os';
import { DomainError } from '../errors/domain-error';
import { Semaphore } from '../jobs/semaphore';

/**
 * Each slow hash occupies a processor and 19 MiB. The limit leaves capacity for other requests during a flood of
 * sign-ins. Sign-ins from known browsers come first in the queue.
 */

const PARALLEL = Math.max(1, Math.min(4, os.availableParallelism() - 1));
const MAX_WAITING = 256;

const slots = new Semaphore(
  PARALLEL,
  MAX_WAITING,
  () => new DomainError('unavailable', 'Too many people are signing in. Try again in a few seconds.'),
);

/** @throws DomainError `unavailable` if the queue is full */
export const withHashLimit = <T>(work: () => Promise<T>, first = false): Promise<T> => slots.run(work, first);
