'use client';
/** The single-key shortcuts of the current page with their descriptions, for the list of shortcuts. */

export interface DescribedKey {
  key: string;
  does: string;
}

const open = new Set<readonly DescribedKey[]>();

/** @returns removes them */
export function describeKeys(keys: readonly DescribedKey[]): () => void {
  open.add(keys);
  return () => void open.delete(keys);
}

/** Each once: a page may offer the same action in two places. */
export const describedKeys = (): DescribedKey[] => [
  ...new Map([...open].flat().map((described) => [described.key, described])).values(),
];
