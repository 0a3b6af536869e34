'use client';
/** Which single keys the open page has, in words, for the map of keys. */

export interface DescribedKey {
  key: string;
  does: string;
}

const open = new Set<readonly DescribedKey[]>();

/** @returns takes them out again */
export function describeKeys(keys: readonly DescribedKey[]): () => void {
  open.add(keys);
  return () => void open.delete(keys);
}

/** Each once: a page may offer the same act in two places. */
export const describedKeys = (): DescribedKey[] => [
  ...new Map([...open].flat().map((described) => [described.key, described])).values(),
];
