/** The previous value of a corrected result, and when it was reported. */
import type { Correction } from '@/server/data-types/lab-result';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import type { Format } from '../format/format';

export interface ReplacedValue {
  from: string;
  /** The first version with this value. */
  version: number;
}

const changedIn = (correction: Correction, observationId: string) =>
  correction.changes.find(
    ({ observation_id, field }) => observation_id === observationId && field === 'value_text',
  );

/** The version that introduced the value which `version` replaced. */
export function introducedBy(
  observationId: string,
  corrections: readonly Correction[],
  version: number,
): number {
  const earlier = corrections.filter(
    (correction) => correction.version < version && changedIn(correction, observationId),
  );
  return Math.max(1, ...earlier.map((correction) => correction.version));
}

/** The value that the latest correction replaced. */
export function replacedValue(
  observationId: string,
  corrections: readonly Correction[],
): ReplacedValue | null {
  for (const correction of [...corrections].sort((a, b) => b.version - a.version)) {
    const change = changedIn(correction, observationId);
    if (change && typeof change.from === 'string')
      return { from: change.from, version: introducedBy(observationId, corrections, correction.version) };
  }
  return null;
}

/**
 * The time of a version: reported if the laboratory sent it, otherwise received. If the versions could not be read, the
 * number of the version.
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
