/**
 * How often a value of one sample is above one of the other (Mann and Whitney), ties counted half: 0.5 reveals nothing,
 * 1 everything. Values below 0.5 reveal as much as above.
 */
export function auc(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, of: 0 })), ...b.map((value) => ({ value, of: 1 }))];
  all.sort((x, y) => x.value - y.value);
  let ranks = 0;
  for (let from = 0; from < all.length;) {
    let to = from + 1;
    while (to < all.length && all[to]!.value === all[from]!.value) to++;
    const rank = (from + 1 + to) / 2;
    ranks += rank * all.slice(from, to).filter(({ of }) => of === 0).length;
    from = to;
  }
  const above = (ranks - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
  return Math.max(above, 1 - above);
}
