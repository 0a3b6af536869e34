import { DomainError } from '../../domain/errors';
import { INLINE_DOCUMENT_LIMIT, JSON_LIMIT } from './read-body';

/**
 * Bodies beyond the usual size (inline documents) are held in memory from their first byte to their answer. All of them
 * together may take so much of this process; those of one organisation less, so that it cannot shut out the others.
 */
const MOST = 96 * 1024 * 1024;
const MOST_OF_ONE = 4 * INLINE_DOCUMENT_LIMIT;

let held = 0;
const heldBy = new Map<string, number>();

export interface Hold {
  /** @param received bytes of the body so far. @throws DomainError `unavailable` */
  grow(received: number): void;
  release(): void;
}

export function holdLargeBody(orgId: string): Hold {
  let mine = 0;
  const add = (bytes: number) => {
    mine += bytes;
    held += bytes;
    const left = (heldBy.get(orgId) ?? 0) + bytes;
    if (left > 0) heldBy.set(orgId, left);
    else heldBy.delete(orgId);
  };
  return {
    grow(received) {
      if (received <= JSON_LIMIT) return;
      const more = received - mine;
      if (held + more > MOST || (heldBy.get(orgId) ?? 0) + more > MOST_OF_ONE)
        throw new DomainError('unavailable', 'Too many large bodies at once. Try again.', { retry_after: 1 });
      add(more);
    },
    release: () => add(-mine),
  };
}
