/**
 * Compares the hashes in a seal with those of the present rows, both in order, and classifies each difference. Pure;
 * the longest common subsequence counts as unchanged.
 */

export interface Differences {
  /** Position in the seal of a missing row, and the row before the gap. */
  missing: { sealed: number; before: number | null }[];
  /** Position of a row that was not sealed. */
  inserted: number[];
  /** Positions in the seal and among the rows: the row differs from the sealed one. */
  changed: { sealed: number; row: number }[];
  /** Sealed at another position. */
  moved: { sealed: number; row: number }[];
}

/** `sealed`: 32 bytes per hash. `rows`: 32 bytes per hash. */
export function compareRows(sealed: Buffer, rows: Buffer): Differences {
  const found: Differences = { missing: [], inserted: [], changed: [], moved: [] };
  if (sealed.equals(rows)) return found;
  const hash = (of: Buffer, at: number) => of.toString('latin1', at * 32, at * 32 + 32);
  const places = new Map<string, number>();
  const sealedCount = Math.floor(sealed.length / 32);
  for (let at = 0; at < sealedCount; at++) places.set(hash(sealed, at), at);
  const placeOf: (number | undefined)[] = [];
  for (let at = 0; at < rows.length / 32; at++) {
    const key = hash(rows, at);
    placeOf.push(places.get(key));
    places.delete(key); // a duplicate row counts as inserted
  }
  const inOrder = longestRise(placeOf);
  const untouched = new Set(inOrder.map((row) => placeOf[row]!));
  const moved = new Set<number>();
  for (const [row, place] of placeOf.entries())
    if (place !== undefined && !untouched.has(place)) {
      found.moved.push({ sealed: place, row });
      moved.add(place);
    }
  // Between two unchanged rows, missing and new rows are paired in order, each pair as one changed row.
  let [place, row] = [0, 0];
  for (const next of [...inOrder, placeOf.length]) {
    const until = next < placeOf.length ? placeOf[next]! : sealedCount;
    const gone = range(place, until).filter((at) => !moved.has(at));
    const added = range(row, next).filter((at) => placeOf[at] === undefined);
    const pairs = Math.min(gone.length, added.length);
    for (let at = 0; at < pairs; at++) found.changed.push({ sealed: gone[at]!, row: added[at]! });
    const before = next > 0 ? next - 1 : null;
    found.missing.push(...gone.slice(pairs).map((sealed) => ({ sealed, before })));
    found.inserted.push(...added.slice(pairs));
    [place, row] = [until + 1, next + 1];
  }
  return found;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Indexes of a longest increasing subsequence (patience sorting). */
function longestRise(values: (number | undefined)[]): number[] {
  const tails: number[] = [];
  const before = new Map<number, number>();
  for (const [at, value] of values.entries()) {
    if (value === undefined) continue;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before.set(at, tails[low - 1]!);
    tails[low] = at;
  }
  const run: number[] = [];
  for (let at = tails.at(-1); at !== undefined; at = before.get(at)) run.unshift(at);
  return run;
}
