import { DomainError } from '../../errors/domain-error';
import { MemoryBudget } from '../../jobs/semaphore';
import { INLINE_DOCUMENT_LIMIT, JSON_LIMIT } from './read-body';

/**
 * Large bodies (inline documents) are held in memory until the response. This limits their total per process, and per
 * organization, so that one organization cannot block the others.
 */
const MOST = 96 * 1024 * 1024;
const MOST_OF_ONE = 4 * INLINE_DOCUMENT_LIMIT;

const bodies = new MemoryBudget(MOST, MOST_OF_ONE);

export interface Reservation {
  /** @param received bytes of the body so far. @throws DomainError `unavailable` */
  grow(received: number): void;
  release(): void;
}

export function reserveLargeBody(orgId: string): Reservation {
  let mine = 0;
  return {
    grow(received) {
      if (received <= JSON_LIMIT) return;
      const more = received - mine;
      if (!bodies.hasRoom(orgId, more))
        throw new DomainError('unavailable', 'Too many large requests at the same time. Try again.', {
          retry_after: 1,
        });
      bodies.add(orgId, more);
      mine = received;
    },
    release() {
      bodies.add(orgId, -mine);
      mine = 0;
    },
  };
}
