/** What a value was before it was corrected, and when the laboratory had reported it so. */
import type { Correction } from '@/server/data-types/lab-result';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import type { Format } from '../format/format';

export interface ReplacedValue {
  from: string;
  /** The first version that had it. */
  version: number;
}

const changedIn = (correction: Correction, observationId: string) =>
  correction.changes.find(
    ({ observation_id, field }) => observation_id === observationId && field === 'value_text',
  );

/** The version that brought the value which stood before `version`. */
export function broughtBy(
  observationId: string,
  corrections: readonly Correction[],
  version: number,
): number {
  const earlier = corrections.filter(
    (correction) => correction.version < version && changedIn(correction, observationId),
  );
  return Math.max(1, ...earlier.map((correction) => correction.version));
}

/** The value that a correction replaced; the latest one counts. */
export function replacedValue(
  observationId: string,
  corrections: readonly Correction[],
): ReplacedValue | null {
  for (const correction of [...corrections].sort((a, b) => b.version - a.version)) {
    const change = changedIn(correction, observationId);
    if (change && typeof change.from === 'string')
      return { from: change.from, version: broughtBy(observationId, corrections, correction.version) };
  }
  return null;
}

/**
 * The time of a version, with the word that says which time it is. Where the laboratory never said when it reported, it is
 * when the version came; where the versions could not be read, its number.
 */
export function reportedWords(
  version: number,
  versions: ResultVersions['data'] | undefined,
  format: Format,
): string {
  const found = versions?.find((one) => one.version === version);
  if (!found) return `in version ${version}`;
  return found.reported_at
    ? `reported ${format.clinical(found.reported_at, found.reported_at_precision)}`
    : `received ${format.instant(found.issued_at)}`;
}
