import { describe, expect, it } from 'vitest';
import { readBirthDate, readTime } from '../../../server/hl7v2/time';

const read = (sent: string) => {
  const time = readTime(sent, 'Europe/Berlin');
  return time && [time.at, time.precision, time.offset];
};

describe('HL7 times', () => {
  it.each([
    ['2026', '2026-01-01T00:00:00.000Z', 'year', null],
    ['202607', '2026-07-01T00:00:00.000Z', 'month', null],
    ['20260704', '2026-07-04T00:00:00.000Z', 'day', null],
    ['20260704+0200', '2026-07-04T00:00:00.000Z', 'day', null],
    ['2026070414', '2026-07-04T12:00:00.000Z', 'hour', 'connection'],
    ['202607041430', '2026-07-04T12:30:00.000Z', 'minute', 'connection'],
    ['202601041430', '2026-01-04T13:30:00.000Z', 'minute', 'connection'],
    ['20260704143059', '2026-07-04T12:30:59.000Z', 'second', 'connection'],
    ['20260704143059.1239', '2026-07-04T12:30:59.123Z', 'second', 'connection'],
    ['20260704143059-0500', '2026-07-04T19:30:59.000Z', 'second', 'sent'],
    ['20260704143059+0530', '2026-07-04T09:00:59.000Z', 'second', 'sent'],
    ['202607041430+0000', '2026-07-04T14:30:00.000Z', 'minute', 'sent'],
    ['202607041430Z', '2026-07-04T14:30:00.000Z', 'minute', 'sent'],
    // The end of a day
    ['202607042400', '2026-07-04T22:00:00.000Z', 'minute', 'connection'],
    ['20261231240000Z', '2027-01-01T00:00:00.000Z', 'second', 'sent'],
    ['2026-07-04', '2026-07-04T00:00:00.000Z', 'day', null],
    ['2026-07-04T14:30', '2026-07-04T12:30:00.000Z', 'minute', 'connection'],
    ['2026-07-04 14:30:59.5', '2026-07-04T12:30:59.500Z', 'second', 'connection'],
    ['2026-07-04T14:30:59Z', '2026-07-04T14:30:59.000Z', 'second', 'sent'],
    ['2026-07-04T14:30:59-05:00', '2026-07-04T19:30:59.000Z', 'second', 'sent'],
    // This hour occurs twice; the first one is meant.
    ['202610250230', '2026-10-25T00:30:00.000Z', 'minute', 'connection'],
  ])('%s', (sent, at, precision, offset) => {
    expect(read(sent)).toEqual([at, precision, offset]);
    expect(readTime(` ${sent} `, 'Europe/Berlin')!.raw).toBe(sent);
  });

  it.each([
    '',
    '26',
    '20261',
    '20261301',
    '20260230',
    '2026010125',
    '202601012460',
    '202601012401',
    '20260101246061',
    'DATE!',
    '2026-02-30',
    '2026-1-1',
    '2026-01-01T12',
    '20260101T1200',
    '202601011200+1500',
    '202601011200+05',
    '20260101Z1',
    '0000',
    '00000000',
  ])('%j is invalid', (sent) => {
    expect(read(sent)).toBeNull();
  });

  it('of birth keep their precision', () => {
    expect(
      ['1945', '194507', '19450714', '194507142359', '19450714000000-0800', '1945-07-14'].map(readBirthDate),
    ).toEqual(['1945', '1945-07', '1945-07-14', '1945-07-14', '1945-07-14', '1945-07-14']);
    expect(['', '14.07.1945', '19451314', 'PIDDOB!', '1945071'].map(readBirthDate)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
