import { isDateOnly } from '../lab-results/rules';

/** Times for people, in the time zone of the organization and as precise as they are known. */
export interface Clock {
  day(date: string | null): string;
  time(instant: string | Date | null, precision?: string | null): string;
  dayOf(instant: string): string;
  /** With the days if they differ. */
  span(start: string, end: string): string;
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const PARTS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  day: DAY,
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};

export function clockOf(timeZone: string): Clock {
  const format = (at: Date, options: Intl.DateTimeFormatOptions, zone: string) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(at);
  return {
    day: (date) => (date === null ? '' : format(new Date(`${date.slice(0, 10)}T00:00:00Z`), DAY, 'UTC')),
    dayOf: (instant) => format(new Date(instant), DAY, timeZone),
    span(start, end) {
      const [from, to] = [new Date(start), new Date(end)];
      const isOneDay = format(from, DAY, timeZone) === format(to, DAY, timeZone);
      const options = { ...(isOneDay ? {} : DAY), ...TIME, timeZone };
      return new Intl.DateTimeFormat('en-GB', options).formatRange(from, to);
    },
    time(instant, precision = 'minute') {
      if (instant === null) return '';
      const at = typeof instant === 'string' ? new Date(instant) : instant;
      // Stored at midnight UTC: the same day in every time zone.
      if (isDateOnly(precision)) return format(at, PARTS[precision!]!, 'UTC');
      return format(at, { ...DAY, ...TIME }, timeZone);
    },
  };
}
