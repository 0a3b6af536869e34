/** MSH-12 (first component) compared by number: 2.10 would be later than 2.9. Null when it is no version. */
function parts(version: string): number[] | null {
  return /^\d{1,2}(\.\d{1,2}){1,2}$/.test(version) ? version.split('.').map(Number) : null;
}

/** What a version later than all of ours, or none at all, is taken for: the newest shape. */
export function atLeast(version: string, wanted: string): boolean {
  const have = parts(version);
  if (!have) return true;
  const want = parts(wanted)!;
  for (let index = 0; index < 3; index++) {
    const difference = (have[index] ?? 0) - (want[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
