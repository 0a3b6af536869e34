import type { Document } from '@/server/domain/documents/contract';

type Version = Pick<Document, 'id' | 'replaces' | 'replaced_by' | 'withdrawn_at' | 'addendum_to'> & {
  source: Pick<NonNullable<Document['source']>, 'number' | 'sent_at'> | null;
};

/**
 * The last version after this one, `entered_in_error` if none is left, or null if this one is the last.
 * @param related those that are not entered in error
 */
export function newestVersion<V extends Version>(
  of: Version,
  related: readonly V[],
): V | 'entered_in_error' | null {
  const seen = new Set([of.id]);
  let newest: V | 'entered_in_error' | null = null;
  for (let next = of.replaced_by; next !== null && !seen.has(next);) {
    seen.add(next);
    const found = related.find(({ id }) => id === next) ?? related.find(({ replaces }) => replaces === next);
    if (!found) return sentLater(of, related) ?? 'entered_in_error';
    newest = found;
    seen.add(found.id);
    next = found.replaced_by;
  }
  return newest;
}

/** A version that was received after another was entered in error does not refer to that one. */
const sentLater = <V extends Version>({ source }: Version, related: readonly V[]): V | undefined =>
  related.find(
    (one) =>
      one.replaced_by === null &&
      one.withdrawn_at === null &&
      one.addendum_to === null &&
      source?.number &&
      one.source?.number === source.number &&
      one.source.sent_at > source.sent_at,
  );
