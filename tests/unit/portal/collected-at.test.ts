import { describe, expect, it } from 'vitest';
import { readAbsence } from '@/components/admin/people/absence-form';
import { beforeOrder, collectedAt } from '@/components/orders/mark-as-collected';
import { formatIn } from '@/components/format/format';

describe('the time of a collection', () => {
  /** At 07:00 in New York. */
  const NOW = '2026-12-01T12:00:00.000Z';
  const read = (day: string, time: string) => collectedAt({ day, time }, formatIn('America/New_York'), NOW);

  it.each([
    ['30-Nov-2026', '08:05', '2026-11-30T13:05:00.000Z'],
    ['30-Nov-2026', '805', '2026-11-30T13:05:00.000Z'],
    ['30-Nov-2026', '0805', '2026-11-30T13:05:00.000Z'],
    ['30-Nov-2026', '8:30 pm', '2026-12-01T01:30:00.000Z'],
    ['30-Nov-2026', '8:30 PM', '2026-12-01T01:30:00.000Z'],
    ['30-Nov-2026', '8:30p', '2026-12-01T01:30:00.000Z'],
    ['30-Nov-2026', '8 pm', '2026-12-01T01:00:00.000Z'],
    ['30-Nov-2026', '8p', '2026-12-01T01:00:00.000Z'],
    ['30-Nov-2026', '830 p.m.', '2026-12-01T01:30:00.000Z'],
    ['30-Nov-2026', '20:30', '2026-12-01T01:30:00.000Z'],
    ['30-Nov-2026', '12:15 am', '2026-11-30T05:15:00.000Z'],
    ['30-Nov-2026', '12:15 pm', '2026-11-30T17:15:00.000Z'],
    ['30-Nov-2026', '8.30', '2026-11-30T13:30:00.000Z'],
    ['Yesterday', '08:05', '2026-11-30T13:05:00.000Z'],
    ['30 nov', '08:05', '2026-11-30T13:05:00.000Z'],
    ['today', '07:00', NOW],
    [' 2026-07-01 ', ' 8:05 ', '2026-07-01T12:05:00.000Z'],
    // After the change of the clocks that night.
    ['01-Nov-2026', '03:00', '2026-11-01T08:00:00.000Z'],
  ])('%s at %s is %s', (day, time, at) => expect(read(day, time)).toEqual({ at, errors: [] }));

  it.each([
    ['30-Nov-2026', '24:00', ['/collected_at']],
    ['30-Nov-2026', '', ['/collected_at']],
    ['30-Nov-2026', '20:30 pm', ['/collected_at']],
    ['30-Nov-2026', '0:30 am', ['/collected_at']],
    ['30-Nov-2026', '8:30 px', ['/collected_at']],
    ['30-Nov-2026', '8', ['/collected_at']],
    ['30-Nov-2026', '13 pm', ['/collected_at']],
    ['30-Nov-2026', '8:60 pm', ['/collected_at']],
    ['', '08:05', ['/date']],
    ['31-Nov-2026', '08:05', ['/date']],
    ['31-Nov-2026', '', ['/date', '/collected_at']],
    ['today', '07:01', ['/collected_at']],
    ['02-Dec-2026', '06:00', ['/date']],
  ])('%s at “%s” has errors at %j', (day, time, pointers) => {
    const { at, errors } = read(day, time);
    expect(at).toBeNull();
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it.each(['tomorrow', '+3', '02-Dec-2026'])('%s is in the future', (day) =>
    expect(read(day, '08:00').errors).toMatchObject([{ message: 'Date cannot be in the future.' }]),
  );
});

describe('a collection before the order was placed', () => {
  const ORDERED = '2026-11-30T12:00:30.000Z';

  it.each([
    ['2026-11-30T12:00:00.000Z', null],
    ['2026-11-30T11:59:00.000Z', { words: 'Before the order was placed', isFar: false }],
    ['2026-11-29T11:00:00.000Z', { words: '1 day before the order was placed', isFar: true }],
    ['2026-11-25T11:00:00.000Z', { words: '5 days before the order was placed', isFar: true }],
  ])('at %s is %j', (at, before) => expect(beforeOrder(at, ORDERED)).toEqual(before));
});

describe('the times of an absence', () => {
  const absence = (time: string) => {
    const form = new FormData();
    const typed = { starts_on: '30-Nov-2026', starts_at: time, ends_on: '01-Dec-2026', ends_at: '18.00' };
    for (const [name, value] of Object.entries({ ...typed, delegate: 'usr_1' })) form.set(name, value);
    return readAbsence(form);
  };

  it('may be those of twelve hours', () =>
    expect(absence('8:30 pm')).toMatchObject({ starts: '2026-11-30T20:30', ends: '2026-12-01T18:00' }));

  it('are not cut', () => {
    let thrown: unknown;
    try {
      absence('20:30 pm');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ errors: [{ pointer: '/clock/starts' }] });
  });
});
