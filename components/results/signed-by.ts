/** Who signed the newest version of a report. */
import type { LabResult } from '@/server/domain/lab-results/contract';
import type { ReviewState } from '@/server/domain/reviews/contract';

export interface SignedBy {
  name: string;
  at: string;
}

/** Null if the newest version is unsigned. */
export function signedBy(
  { version, review }: Pick<LabResult, 'version' | 'review'>,
  entries: ReviewState['entries'],
): SignedBy | null {
  const signed = review.reviews.findLast((one) => one.version === version);
  if (!signed) return null;
  const entry = entries.findLast((one) => one.act === 'signed' && one.version === version);
  return { name: actorWords(entry?.by_name ?? null, signed.by), at: signed.at };
}

/** A user without a name has left the organization. */
export const actorWords = (name: string | null, by: string): string =>
  name ?? (by === 'system' ? 'System' : 'Former member');
