import { describe, expect, it } from 'vitest';
import { railOf } from '@/components/results/range-geometry';

/** The rail is drawn next to the printed range and must not place a value on the wrong side of a limit. */

describe('range rail', () => {
  it('gives the middle half of the rail to the range and both limits to the inside', () => {
    const at = (value: number) => railOf({ low: 10, high: 20, value })!;
    expect(at(15)).toEqual({ from: 25, to: 75, at: 50, off: null, inside: true });
    expect(at(10)).toMatchObject({ at: 25, inside: true });
    expect(at(20)).toMatchObject({ at: 75, inside: true });
    expect(at(9.999).inside).toBe(false);
    expect(at(20.001).inside).toBe(false);
  });

  it('points off the scale by an arrow, with the marker still on the rail', () => {
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

  it('draws nothing without a number, without a range, or for a range of no width', () => {
    expect(railOf({ low: 1, high: 2, value: null })).toBeNull();
    expect(railOf({ low: null, high: null, value: 1 })).toBeNull();
    expect(railOf({ low: 5, high: 5, value: 5 })).toBeNull();
    expect(railOf({ low: 6, high: 5, value: 5 })).toBeNull();
  });
});
