/** Nearest-rank quantiles; NaN without values, so that no limit is met. */
export function quantiles(values: readonly number[]): {
  p50: number;
  p95: number;
  p99: number;
  most: number;
} {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: sorted.at(-1) ?? NaN };
}
