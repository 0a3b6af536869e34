import { describe, expect, it } from 'vitest';
import {
  isGivenUp,
  MAX_ATTEMPTS,
  nextAttempt,
  readRetryAfter,
  STEPS,
} from '../../../server/domain/webhooks/schedule';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = new Date('2026-11-20T12:00:00.000Z');

describe('delivery schedule', () => {
  it('has ten attempts over 75 h 35 min', () => {
    expect(MAX_ATTEMPTS).toBe(10);
    expect(STEPS.map((step) => step / 1000)).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    const total = STEPS.reduce((sum, step) => sum + step, 0);
    expect(Math.floor(total / 60_000)).toBe(75 * 60 + 35);
  });

  it.each(STEPS.map((step, index) => [index + 1, step]))(
    'waits its step after attempt %i, within 20 %',
    (attempts, step) => {
      const wait = (random: number) => nextAttempt(attempts, now, null, random)!.getTime() - now.getTime();
      expect(wait(0.5)).toBeCloseTo(step, -1);
      expect(wait(0)).toBeCloseTo(step * 0.8, -1);
      expect(wait(1)).toBeCloseTo(step * 1.2, -1);
    },
  );

  it('ends after the tenth attempt, whatever Retry-After requests', () => {
    expect(nextAttempt(10, now)).toBeNull();
    expect(nextAttempt(10, now, HOUR)).toBeNull();
  });

  it('extends a step by Retry-After up to a day, and never shortens it', () => {
    expect(nextAttempt(1, now, HOUR, 0.5)).toEqual(new Date(now.getTime() + HOUR));
    expect(nextAttempt(1, now, 40 * DAY, 0.5)).toEqual(new Date(now.getTime() + DAY));
    expect(nextAttempt(4, now, 1000, 0.5)).toEqual(new Date(now.getTime() + 2 * HOUR));
  });

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', null],
    ['soon', null],
    ['-5', null],
    ['1e9', null],
    ['2026', 2_026_000],
    ['', null],
    [undefined, null],
  ])('reads Retry-After %j as %j ms', (header, wait) => {
    expect(readRetryAfter(header, now)).toBe(wait);
  });
});

describe('disabling a webhook', () => {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const dead = {
    consecutiveFailures: 20,
    firstFailureAt: ago(2 * DAY),
    lastSuccessAt: ago(5 * DAY),
    createdAt: ago(90 * DAY),
  };

  it('requires 5 days without success, 20 failures, and more than 24 h of them', () => {
    expect(isGivenUp(dead, now)).toBe(true);
    expect(isGivenUp({ ...dead, consecutiveFailures: 19 }, now)).toBe(false);
    expect(isGivenUp({ ...dead, firstFailureAt: ago(DAY) }, now)).toBe(false);
    expect(isGivenUp({ ...dead, firstFailureAt: null }, now)).toBe(false);
    expect(isGivenUp({ ...dead, lastSuccessAt: ago(5 * DAY - 1) }, now)).toBe(false);
  });

  it('counts from its creation without any success', () => {
    expect(isGivenUp({ ...dead, lastSuccessAt: null }, now)).toBe(true);
    expect(isGivenUp({ ...dead, lastSuccessAt: null, createdAt: ago(4 * DAY) }, now)).toBe(false);
  });
});
