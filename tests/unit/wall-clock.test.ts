import { describe, expect, it } from 'vitest';
import { instantOf } from '../../server/shared/wall-clock';

/** Converts local times to instants, including days with a clock change. */

const at = (text: string, zone: string, which: 'first' | 'last' = 'first') =>
  instantOf(text, zone, which)?.toISOString() ?? null;

describe('wall clock', () => {
  it.each([
    ['2026-11-05T08:00', 'UTC', '2026-11-05T08:00:00.000Z'],
    ['2026-11-05T08:00', 'Europe/Berlin', '2026-11-05T07:00:00.000Z'],
    ['2026-07-05T00:00', 'Europe/Berlin', '2026-07-04T22:00:00.000Z'],
    ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['2026-01-01T00:00', 'Pacific/Pago_Pago', '2026-01-01T11:00:00.000Z'],
    ['2026-01-01T06:15', 'Asia/Kathmandu', '2026-01-01T00:30:00.000Z'],
  ])('%s in %s', (text, zone, expected) => {
    expect(at(text, zone)).toBe(expected);
    expect(at(text, zone, 'last')).toBe(expected);
  });

  it('repeats an hour in autumn: an absence starts with the first and ends with the last', () => {
    expect(at('2026-10-25T02:30', 'Europe/Berlin', 'first')).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-10-25T02:30', 'Europe/Berlin', 'last')).toBe('2026-10-25T01:30:00.000Z');
    expect(at('2026-11-01T01:00', 'America/New_York', 'last')).toBe('2026-11-01T06:00:00.000Z');
  });

  it('skips an hour in spring: a skipped time is the moment of the change', () => {
    expect(at('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(at('2026-03-29T01:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z');
    expect(at('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(at('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z');
  });

  it.each(['2026-02-30T08:00', '2026-13-01T08:00', '2026-11-05T24:01', '2026-11-05T08:60', 'tomorrow'])(
    'never shows %s',
    (text) => {
      expect(at(text, 'UTC')).toBeNull();
    },
  );
});
