import { describe, expect, it } from 'vitest';
import { untilEven } from '../../server/http/even-time';

describe('an answer at an even time', () => {
  it.each([
    [0, 20],
    [7.3, 20],
    [19.4, 20],
    [20.5, 40],
    [33, 40],
  ])('waits, %d ms after the arrival, until %d ms have passed', async (elapsed, until) => {
    const startedAt = performance.now() - elapsed;
    await untilEven(startedAt, 20);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(until);
  });
});
