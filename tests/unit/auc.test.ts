import { describe, expect, it } from 'vitest';
import { auc } from '../audits/timing/auc';

describe('area under the curve', () => {
  it('is the share of ordered pairs, ties counted half, on either side', () => {
    // Of the nine pairs of {1, 2, 4} and {2, 3, 5}, the second is larger in 7 and equal in 1.
    expect(auc([1, 2, 4], [2, 3, 5])).toBeCloseTo(7 / 9 - 0.5 / 9, 10);
    expect(auc([2, 3, 5], [1, 2, 4])).toBeCloseTo(7 / 9 - 0.5 / 9, 10);
    expect(auc([1, 1, 1], [1, 1, 1])).toBe(0.5);
    expect(auc([1, 2], [3, 4])).toBe(1);
  });

  it('detects the shift of a timing oracle, and none without a shift', () => {
    const times = (seed: number, shift: number) =>
      [...Array(2_000).keys()].map((n) => ((n * 7919 + seed) % 1009) / 1009 + shift);
    expect(auc(times(1, 0), times(500, 0))).toBeLessThan(0.51);
    expect(auc(times(1, 0), times(500, 0.1))).toBeGreaterThan(0.55);
  });
});
