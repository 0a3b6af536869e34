/** MSH-12 (first component), compared numerically: 2.10 is later than 2.9. Null if not a version. */
function parts(version: string): number[] | null {
  return /^\d{1,2}(\.\d{1,2}){1,2}$/.test(version) ? version.split('.').map(Number) : null;
}

/** An unknown or invalid version counts as the newest. */
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
