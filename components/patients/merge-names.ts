import { isolate } from '../format/isolate';

interface Named {
  name: string;
  mrn: string;
}

/** The names of two records to merge. Names alone do not distinguish two records of one patient. */
export const mergeNames = (
  records: readonly [merged: Named, kept: Named],
): [merged: string, kept: string] => {
  const [merged, kept] = records;
  const wordOf = ({ name, mrn }: Named) =>
    merged.name === kept.name ? `${isolate(name)} (MRN ${mrn})` : isolate(name);
  return [wordOf(merged), wordOf(kept)];
};

export function mergedSentence(...records: Parameters<typeof mergeNames>): string {
  const [merged, kept] = mergeNames(...records);
  return `${merged} merged into ${kept}.`;
}
