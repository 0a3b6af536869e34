import { describe, expect, it } from 'vitest';
import { railOf } from '@/components/results/range-geometry';

/** The rail is drawn next to the printed range and must not place a value on the wrong side of a limit. */

describe('range rail', () => {
  it('gives half of its width to the range with both limits inside', () => {
    const at = (value: number) => railOf({ low: 10, high: 20, value })!;
    expect(at(15)).toEqual({ from: 25, to: 75, at: 50, off: null, inside: true });
    expect(at(10)).toMatchObject({ at: 25, inside: true });
    expect(at(20)).toMatchObject({ at: 75, inside: true });
    expect(at(9.999).inside).toBe(false);
    expect(at(20.001).inside).toBe(false);
  });

  it('marks values off the scale with an arrow inside the rail', () => {
    expect(railOf({ low: 10, high: 20, value: 400 })).toMatchObject({ at: 97, off: 'right', inside: false });
    expect(railOf({ low: 10, high: 20, value: -400 })).toMatchObject({ at: 3, off: 'left', inside: false });
  });

  it('shades a one-sided range to its open end', () => {
    expect(railOf({ low: null, high: 200, value: 150 })).toMatchObject({ from: 0, to: 75, inside: true });
    expect(railOf({ low: null, high: 200, value: 200 })).toMatchObject({ at: 75, inside: true });
    const limit = railOf({ low: 40, high: null, value: 40 })!;
    expect(limit).toMatchObject({ from: 25, to: 100, inside: true });
    expect(limit.at).toBeCloseTo(25);
    expect(railOf({ low: 40, high: null, value: 39 })?.inside).toBe(false);
    expect(railOf({ low: null, high: 0, value: 0 })).toMatchObject({ at: 75, inside: true });
    expect(railOf({ low: -5, high: null, value: -6 })?.inside).toBe(false);
  });

  it('draws nothing without a number or range, or for a range without width', () => {
    expect(railOf({ low: 1, high: 2, value: null })).toBeNull();
    expect(railOf({ low: null, high: null, value: 1 })).toBeNull();
    expect(railOf({ low: 5, high: 5, value: 5 })).toBeNull();
    expect(railOf({ low: 6, high: 5, value: 5 })).toBeNull();
  });
});
