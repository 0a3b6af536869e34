import type { PastValue } from '@/server/domain/lab-results/history-contract';

interface Collections {
  newest: PastValue[];
  previous: PastValue[];
}

/**
 * The values of the newest collection and of the one before. Two reports may contain the same value of one specimen,
 * which is listed once; different values are all listed.
 * @param points of one series, oldest first
 */
export function newestCollections(points: readonly PastValue[]): Collections {
  const newest = lastCollection(points);
  const last = points.at(-1);
  const earlier = points.filter((point) =>
    last?.observed_at == null ? point !== last : point.observed_at !== last.observed_at,
  );
  return { newest, previous: lastCollection(earlier) };
}

function lastCollection(points: readonly PastValue[]): PastValue[] {
  const at = points.at(-1)?.observed_at;
  // A missing date says nothing about the collection.
  if (at == null) return points.slice(-1);
  const seen = new Set<string>();
  return points.filter((point) => {
    if (point.observed_at !== at) return false;
    const { value_text: text, status, severity, interpretation } = point;
    const shown = JSON.stringify([text, status, severity, interpretation]);
    if (seen.has(shown)) return false;
    seen.add(shown);
    return true;
  });
}
