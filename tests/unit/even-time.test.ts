import { describe, expect, it } from 'vitest';
import { untilNextStep } from '../../server/http/equal-response-time';

describe('constant response time', () => {
  it.each([
    [0, 20],
    [7.3, 20],
    [19.4, 20],
    [20.5, 40],
    [33, 40],
  ])('responds to a request %d ms after its arrival only after %d ms', async (elapsed, until) => {
    const startedAt = performance.now() - elapsed;
    await untilNextStep(startedAt, 20);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(until);
  });
});
