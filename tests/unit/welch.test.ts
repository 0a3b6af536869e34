import { describe, expect, it } from 'vitest';
import { middle, welch } from '../audits/timing/welch';

describe('Welch’s t', () => {
  it('equals the textbook value', () => {
    // Two samples computed by hand: means 21 and 23.5, variances 2.5 and 7.
    expect(welch([19, 20, 21, 22, 23], [21, 22, 24, 27])).toBeCloseTo(-2.5 / Math.sqrt(2.5 / 5 + 7 / 4), 10);
    expect(welch([1, 2, 3], [1, 2, 3])).toBe(0);
  });

  it('detects a difference that a timing oracle would have', () => {
    const times = (shift: number) => [...Array(2_000).keys()].map((n) => 1 + ((n * 7919) % 97) / 97 + shift);
    expect(Math.abs(welch(times(0), times(0)))).toBeLessThan(4.5);
    expect(Math.abs(welch(times(0), times(0.06)))).toBeGreaterThan(4.5);
    expect(middle([3, 1, 2])).toBe(2);
  });
});
