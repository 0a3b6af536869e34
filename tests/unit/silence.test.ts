import { describe, expect, it } from 'vitest';
import { silentSince } from '../../server/domain/lab-connections/silence';

/** The alarm of a silent feed counts only the hours in which messages are expected. */

const WEEK = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };
const at = (instant: string) => new Date(instant);

/** `heard`: instant in UTC; the organization's time zone is Berlin. `now`: instant in UTC. */
const since = (
  hours: number | null,
  workingHours: typeof WEEK | null,
  heard: string,
  now: string,
): string | null =>
  silentSince(
    { silenceHours: hours, workingHours, heardAt: at(heard) },
    'Europe/Berlin',
    at(now),
  )?.toISOString() ?? null;

describe('silence alarm without working hours', () => {
  it('counts every hour', () => {
    expect(since(4, null, '2026-11-06T16:00:00Z', '2026-11-06T19:59:59Z')).toBeNull();
    expect(since(4, null, '2026-11-06T16:00:00Z', '2026-11-06T20:00:00Z')).toBe('2026-11-06T20:00:00.000Z');
    expect(since(null, null, '2020-01-01T00:00:00Z', '2026-11-06T20:00:00Z')).toBeNull();
  });
});

describe('silence alarm with working hours', () => {
  it('does not count a night', () => {
    // Thursday 17:00 in Berlin: one hour that day, three the next morning.
    expect(since(4, WEEK, '2026-11-05T16:00:00Z', '2026-11-06T09:59:00Z')).toBeNull();
    expect(since(4, WEEK, '2026-11-05T16:00:00Z', '2026-11-06T10:00:00Z')).toBe('2026-11-06T10:00:00.000Z');
  });

  it('does not count a weekend', () => {
    // Friday 17:00; the fourth hour ends on Monday at 11:00.
    expect(since(4, WEEK, '2026-11-06T16:00:00Z', '2026-11-09T09:59:59Z')).toBeNull();
    expect(since(4, WEEK, '2026-11-06T16:00:00Z', '2026-11-20T00:00:00Z')).toBe('2026-11-09T10:00:00.000Z');
  });

  it('resets with a message at night, and does not count that night', () => {
    expect(since(2, WEEK, '2026-11-05T02:00:00Z', '2026-11-05T08:59:00Z')).toBeNull();
    expect(since(2, WEEK, '2026-11-05T02:00:00Z', '2026-11-05T09:00:00Z')).toBe('2026-11-05T09:00:00.000Z');
  });

  it('is unaffected by clock changes', () => {
    const days = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' };
    // Sunday 29 March 2026 has 23 hours in Berlin, 25 October has 25; both count with their real length.
    expect(since(24, days, '2026-03-28T23:00:00Z', '2026-04-01T00:00:00Z')).toBe('2026-03-29T23:00:00.000Z');
    expect(since(24, days, '2026-10-24T22:00:00Z', '2026-11-01T00:00:00Z')).toBe('2026-10-25T22:00:00.000Z');
    // The working day starts at local time, whatever the offset.
    expect(since(1, WEEK, '2026-03-27T18:00:00Z', '2026-04-01T00:00:00Z')).toBe('2026-03-30T07:00:00.000Z');
  });

  it('counts hours after midnight to their end', () => {
    const night = { days: [5], from: '22:00', to: '06:00' };
    expect(since(6, night, '2026-11-06T12:00:00Z', '2026-11-10T00:00:00Z')).toBe('2026-11-07T03:00:00.000Z');
  });

  it('is silent after four hundred days for any working hours', () => {
    const rare = { days: [7], from: '08:00', to: '08:01' };
    expect(since(720, rare, '2001-01-01T00:00:00Z', '2026-11-06T00:00:00Z')).toBe('2002-02-05T00:00:00.000Z');
  });
});
