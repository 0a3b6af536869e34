/** Findings of scanners, and known false positives. */

export const LEVELS = ['high', 'medium', 'low', 'info'] as const;
export type Level = (typeof LEVELS)[number];

export interface Finding {
  scanner: string;
  level: Level;
  /** Method and path, as precise as the scanner's report. */
  place: string;
  what: string;
}

export interface Excuse {
  scanner: string;
  place: RegExp;
  what: RegExp;
  /** Why it is not a defect, to be checked by the reader of the report. */
  reason: string;
}

/** Exact places only; each is printed with its reason in every report. */
const FALSE_POSITIVES: readonly Excuse[] = [];

export const isRed = ({ level }: Finding): boolean => level === 'high' || level === 'medium';

export const excuseOf = (finding: Finding): Excuse | undefined =>
  FALSE_POSITIVES.find(
    ({ scanner, place, what }) =>
      scanner === finding.scanner && place.test(finding.place) && what.test(finding.what),
  );

/** Merges equal findings: a scanner repeats what applies to the whole site. */
export function distinct(findings: readonly Finding[]): (Finding & { times: number })[] {
  const seen = new Map<string, Finding & { times: number }>();
  for (const finding of findings) {
    const key = `${finding.scanner}\n${finding.level}\n${finding.place}\n${finding.what}`;
    const same = seen.get(key);
    if (same) same.times++;
    else seen.set(key, { ...finding, times: 1 });
  }
  return [...seen.values()].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}
