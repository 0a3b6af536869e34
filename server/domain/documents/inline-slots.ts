import { DomainError } from '../errors';

/** Form A holds the file in memory several times over; at most four at once in this process, a few more may wait. */
const SLOTS = 4;
const MAX_WAITING = 16;

let taken = 0;
const waiting: (() => void)[] = [];

/** @throws DomainError `unavailable` when too many wait already */
export async function inInlineSlot<T>(work: () => Promise<T>): Promise<T> {
  if (taken >= SLOTS) {
    if (waiting.length >= MAX_WAITING)
      throw new DomainError('unavailable', 'Too many inline uploads at once. Try again.', { retry_after: 1 });
    // The one who leaves hands over its slot, so `taken` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    taken++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else taken--;
  }
}
