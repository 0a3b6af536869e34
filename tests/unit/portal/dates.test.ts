import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formatAge } from '@/components/format/age';
import { formatDate, formatDateWithDay, invalidDate } from '@/components/format/dates';
import { formatLongDate } from '@/components/format/long-date';
import { formatIn } from '@/components/format/format';
import { WholeDates } from '@/components/format/whole-dates';
import { dateOrderOf, parseAhead, parseDate, parsePast } from '@/components/format/parse-date';

/** Clinical dates have one format in every browser locale, and no more precision than was sent. */

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

describe('dates', () => {
  it.each(MONTHS.map((month, index) => [String(index + 1).padStart(2, '0'), month]))(
    'show month %s as %s: three letters, also in September',
    (number, month) => {
      expect(formatDate(`2026-${number}-05`)).toBe(`05-${month}-2026`);
      expect(parseDate(`5-${month}-2026`)).toBe(`2026-${number}-05`);
    },
  );

  it('have a long form for speech and a day of the week', () => {
    expect(formatLongDate('2026-09-05')).toBe('5 September 2026');
    expect(formatDateWithDay('2026-11-05')).toBe('Thu 05-Nov-2026');
  });

  it('show an invalid date unchanged', () => {
    for (const text of ['', 'unknown', '2026', '05/11/2026']) expect(formatDate(text)).toBe(text);
    expect(formatIn('UTC').instant('soon')).toBe('soon');
    expect(formatIn('UTC').clock('soon')).toBe('soon');
  });

  it.each([
    ['today', '2026-11-29'],
    ['Tomorrow', '2026-11-30'],
    ['+7', '2026-12-06'],
    ['+ 14 days', '2026-12-13'],
    ['15 dec', '2026-12-15'],
    ['Dec 15', '2026-12-15'],
    ['29-Nov', '2026-11-29'],
    ['3 january', '2027-01-03'],
    ['31 feb', null],
    ['15', null],
    ['7', null],
    ['soon', null],
    ['', null],
    ['+1000', null],
    ['01-Feb-2027', '2027-02-01'],
  ])('of a plan, “%s” is %s', (typed, date) => expect(parseAhead(typed, '2026-11-29')).toBe(date));

  it.each([
    ['today', '2026-11-29'],
    ['Yesterday', '2026-11-28'],
    ['19 nov', '2026-11-19'],
    ['Nov 29', '2026-11-29'],
    ['15 Dec', '2025-12-15'],
    ['29 Feb', null],
    ['tomorrow', null],
    ['19 Nox', null],
    ['19.11.2025', '2025-11-19'],
  ])('in the past, “%s” is %s', (typed, date) => expect(parsePast(typed, '2026-11-29')).toBe(date));

  it.each([
    ['year', '2026'],
    ['month', 'Nov-2026'],
    ['day', '05-Nov-2026'],
    ['hour', '05-Nov-2026 about 14:00'],
    ['minute', '05-Nov-2026 14:07'],
    ['second', '05-Nov-2026 14:07:09'],
  ] as const)('of precision %s show %s and nothing finer', (precision, text) => {
    expect(formatIn('UTC').instant('2026-11-05T14:07:09.400Z', precision)).toBe(text);
  });

  it('of a deadline at midnight are the day that ends then', () => {
    const berlin = formatIn('Europe/Berlin');
    expect(berlin.deadline('2026-12-01T23:00:00Z')).toBe('01-Dec-2026');
    expect(berlin.deadline('2026-12-02T00:00:00Z')).toBe('02-Dec-2026 01:00');
    expect(berlin.deadline('soon')).toBe('soon');
  });

  it('use the clock of the organization: midnight is 00, with summer time and half-hour zones', () => {
    expect(formatIn('Europe/Berlin').instant('2026-11-05T23:00:00Z')).toBe('06-Nov-2026 00:00');
    expect(formatIn('Europe/Berlin').instant('2026-07-05T23:00:00Z')).toBe('06-Jul-2026 01:00');
    expect(formatIn('Asia/Kolkata').instant('2026-11-05T23:00:00Z')).toBe('06-Nov-2026 04:30');
    expect(formatIn('UTC').clock('2026-11-05T09:05:00Z')).toBe('09:05');
    expect(formatIn('Europe/Berlin').dayOf('2026-11-05T23:30:00Z')).toBe('2026-11-06');
    expect(formatIn('America/New_York').dayOf('2026-11-05T03:30:00Z')).toBe('2026-11-04');
  });

  it('show clinical times to the minute, or coarser as received', () => {
    expect(formatIn('UTC').clinical('2026-11-05T14:07:09Z', 'second')).toBe('05-Nov-2026 14:07');
    expect(formatIn('UTC').clinical('2026-11-05T14:07:09Z', 'day')).toBe('05-Nov-2026');
    expect(formatIn('UTC').clinical('2026-11-05T14:07:09Z')).toBe('05-Nov-2026 14:07');
    expect(formatIn('UTC').clinical(null)).toBe('Not known');
  });

  it.each(['America/Los_Angeles', 'UTC', 'Europe/Berlin', 'Pacific/Kiritimati'])(
    'given to the day, month or year are unchanged in %s',
    (zone) => {
      const at = '2026-01-01T00:00:00.000Z';
      expect(formatIn(zone).clinical(at, 'day')).toBe('01-Jan-2026');
      expect(formatIn(zone).clinical(at, 'month')).toBe('Jan-2026');
      expect(formatIn(zone).clinical(at, 'year')).toBe('2026');
      expect(formatIn(zone).clinicalDay(at, 'day')).toBe('2026-01-01');
      const place = new Date(formatIn(zone).clinicalMoment(at, 'day')).toISOString();
      expect(formatIn(zone).instant(place)).toBe('01-Jan-2026 00:00');
      // With an offset: the date as written.
      expect(formatIn(zone).clinical('2026-01-01T00:00:00+01:00', 'day')).toBe('01-Jan-2026');
      // With an hour it is an instant.
      expect(formatIn(zone).clinicalMoment(at, 'hour')).toBe(Date.parse(at));
      expect(formatIn('America/Los_Angeles').clinicalDay('2026-01-01T12:30:00.000Z', null)).toBe(
        '2026-01-01',
      );
    },
  );

  it('keep calendar dates independent of time zones', () => {
    expect(formatIn('America/Los_Angeles').dateOrInstant('2026-11-05')).toBe('05-Nov-2026');
    expect(formatIn('America/Los_Angeles').dateOrInstant('2026-11-05T01:00:00Z')).toBe('04-Nov-2026 17:00');
  });
});

describe('ages', () => {
  it.each([
    ['2026-11-05', '2026-11-05', '0d'],
    ['2026-10-09', '2026-11-05', '27d'],
    ['2026-10-08', '2026-11-05', '0m'],
    ['2026-10-05', '2026-11-05', '1m'],
    ['2024-11-06', '2026-11-05', '23m'],
    ['2024-11-05', '2026-11-05', '2y'],
    ['1945-07-14', '2026-07-13', '80y'],
    ['1945-07-14', '2026-07-14', '81y'],
    ['2004-02-29', '2026-02-28', '21y'],
    ['2004-02-29', '2026-03-01', '22y'],
    ['2027-01-01', '2026-11-05', ''],
    ['not known', '2026-11-05', ''],
  ])('born %s, on %s: %s', (born, on, age) => {
    expect(formatAge(born, on)).toBe(age);
  });
});

describe('typed dates', () => {
  it.each([
    ['14-Jul-1945', '1945-07-14'],
    ['14 july 1945', '1945-07-14'],
    ['14jul1945', '1945-07-14'],
    ['  1-sept-2001 ', '2001-09-01'],
    ['1945-07-14', '1945-07-14'],
    ['29-Feb-2024', '2024-02-29'],
    ['14 Jul 1945', '1945-07-14'],
    ['05-Nov-2026', '2026-11-05'],
    ['Jul 14, 1945', '1945-07-14'],
    ['September 1 2001', '2001-09-01'],
    ['1945/7/14', '1945-07-14'],
    ['14.07.1945', '1945-07-14'],
    ['14/07/1945', '1945-07-14'],
    ['07/14/1945', '1945-07-14'],
    ['04/04/1950', '1950-04-04'],
    ['12.03.1958', '1958-03-12'], // with dots the day is first everywhere
  ])('reads %s', (typed, date) => {
    expect(parseDate(typed)).toBe(date);
  });

  it.each([
    '03/04/1950', // ambiguous between day and month first
    '03-04-1950',
    '31/02/2024',
    '13/13/2020',
    '31-Feb-2024',
    '29-Feb-2023',
    '0-Jan-2020',
    '14-Foo-1945',
    '14-Jul-45',
    '14-Julius-1945',
    'Jul 1945',
    '2024-13-01',
    'yesterday',
    '',
  ])('rejects %s', (typed) => {
    expect(parseDate(typed)).toBeNull();
  });

  it('need a year with four digits, which the error says', () => {
    expect(invalidDate(undefined, '1/2/27')).toBe('Enter the year with four digits. Example: 05-Nov-2026');
    expect(invalidDate(undefined, 'soon')).toBe('Enter a valid date. Example: 05-Nov-2026');
  });

  it('are read in the order of the organization only where they are ambiguous', () => {
    const both = (typed: string) => [parseDate(typed, 'day_first'), parseDate(typed, 'month_first')];
    expect(both('12/03/1958')).toEqual(['1958-03-12', '1958-12-03']);
    expect(both('12-03-1958')).toEqual(['1958-03-12', '1958-12-03']);
    expect(both('12.03.1958')).toEqual(['1958-03-12', '1958-03-12']);
    expect(both('07/14/1945')).toEqual(['1945-07-14', '1945-07-14']);
    expect(both('1958-03-12')).toEqual(['1958-03-12', '1958-03-12']);
    expect(both('13/13/1958')).toEqual([null, null]);
  });

  it.each([
    ['America/New_York', 'month_first'],
    ['America/Indiana/Knox', 'month_first'],
    ['Pacific/Honolulu', 'month_first'],
    ['America/Toronto', 'day_first'],
    ['Europe/London', 'day_first'],
    ['UTC', 'day_first'],
  ])('have the order of %s: %s', (zone, order) => expect(dateOrderOf(zone)).toBe(order));
});

it('dates in a sentence do not break at their hyphens', () => {
  const date = (text: string) => `<span class="whitespace-nowrap">${text}</span>`;
  expect(renderToStaticMarkup(createElement(WholeDates, { of: 'Born 03-Apr-1950, MRN 04-May-1' }))).toBe(
    `Born ${date('03-Apr-1950')}, ${date('MRN 04-May-1')}`,
  );
  const long = `MRN ${'1'.repeat(20)}`;
  expect(renderToStaticMarkup(createElement(WholeDates, { of: long }))).toBe(long);
});
