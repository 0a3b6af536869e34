import { describe, expect, it } from 'vitest';
import { collectedAt } from '@/components/orders/mark-as-collected';
import { formatIn } from '@/components/format/format';

describe('the time of a collection', () => {
  const at = (day: string, time: string, zone = 'America/New_York') =>
    collectedAt({ day, time }, formatIn(zone));

  it.each([
    ['30-Nov-2026', '08:05', '2026-11-30T13:05:00.000Z'],
    ['30-Nov-2026', '805', '2026-11-30T13:05:00.000Z'],
    ['30-Nov-2026', '0805', '2026-11-30T13:05:00.000Z'],
    [' 2026-07-01 ', ' 8:05 ', '2026-07-01T12:05:00.000Z'],
    // After the change of the clocks that night.
    ['01-Nov-2026', '03:00', '2026-11-01T08:00:00.000Z'],
    ['30-Nov-2026', '24:00', null],
    ['30-Nov-2026', '', null],
    ['', '08:05', null],
    ['31-Nov-2026', '08:05', null],
  ])('%s at %s is %s', (day, time, instant) => expect(at(day, time)).toBe(instant));
});
