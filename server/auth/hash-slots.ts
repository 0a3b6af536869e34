import os from 'node:os';
import { DomainError } from '../domain/errors';

/**
 * Slow hashes keep a processor and 19 MiB busy each: only so many at once, so that a flood of sign-ins leaves room for
 * everybody else. People at a browser that is known are not kept waiting behind strangers.
 */

const PARALLEL = Math.max(1, Math.min(4, os.availableParallelism() - 1));
const MAX_WAITING = 256;

let free = PARALLEL;
const waiting: { first: (() => void)[]; others: (() => void)[] } = { first: [], others: [] };

/** @throws DomainError `unavailable` when too many wait already */
export async function inHashSlot<T>(work: () => Promise<T>, first = false): Promise<T> {
  if (free > 0) free--;
  else {
    const line = first ? waiting.first : waiting.others;
    if (line.length >= MAX_WAITING) throw new DomainError('unavailable', 'Too many people are signing in.');
    await new Promise<void>((resolve) => line.push(resolve));
  }
  try {
    return await work();
  } finally {
    // Handed on, so that nobody slips in between.
    const next = waiting.first.shift() ?? waiting.others.shift();
    if (next) next();
    else free++;
  }
}
