/** Who signed a version of a report. */
import type { LabResult } from '@/server/domain/lab-results/contract';
import type { ReviewState } from '@/server/domain/reviews/contract';
import type { Format } from '../format/format';
import { isolate } from '../format/isolate';

export interface SignedBy {
  name: string;
  at: string;
}

/** Null if the version is unsigned. Default: the newest. */
export function signedBy(
  { version: newest, review }: Pick<LabResult, 'version' | 'review'>,
  entries: ReviewState['entries'],
  version = newest,
): SignedBy | null {
  const signed = review.reviews.findLast((one) => one.version === version);
  if (!signed) return null;
  const entry = entries.findLast((one) => one.act === 'signed' && one.version === version);
  return { name: actorWords(entry?.by_name ?? null, signed.by), at: signed.at };
}

/** Of the newest version, if another user has meanwhile signed it or marked it as seen. */
export function reviewedByOther(
  { version, group, only_seen, seen, entries }: ReviewState,
  self: string,
): (SignedBy & { act: 'signed' | 'seen' }) | null {
  if (group !== null && !(only_seen && seen)) return null;
  const entry = entries.findLast(
    (one) => (one.act === 'signed' || one.act === 'seen') && one.version === version,
  );
  if (!entry || entry.by === self) return null;
  return {
    act: entry.act === 'seen' ? 'seen' : 'signed',
    name: actorWords(entry.by_name, entry.by),
    at: entry.at,
  };
}

export type Reassignment = SignedBy & {
  act: 'assigned';
  /** The new assignee; null is the group. */
  to: ReviewState['reviewer'];
  bySelf: boolean;
};

/**
 * Of the newest version, if another user has meanwhile assigned it, or returned it to the group.
 * @param displayed ID of the assignee on screen
 */
export function reassignedByOther(
  { reviewer, group, entries }: ReviewState,
  self: string,
  displayed: string | null,
): Reassignment | null {
  const to = reviewer?.id ?? null;
  if (group === null || to === displayed) return null;
  const entry = entries.findLast(({ act }) => ASSIGNING.has(act));
  if (!entry || entry.by === self) return null;
  return {
    act: 'assigned',
    to: reviewer,
    bySelf: entry.by === to,
    name: actorWords(entry.by_name, entry.by),
    at: entry.at,
  };
}

const ASSIGNING: ReadonlySet<string> = new Set(['assigned', 'forwarded', 'assignment_undone']);

/** A user without a name has left the organization. */
export const actorWords = (name: string | null, by: string): string =>
  name ?? (by === 'system' ? 'System' : 'Former member');

export const signedWords = ({ name, at }: SignedBy, format: Format): string =>
  `by ${isolate(name)}, ${format.instant(at)}`;
