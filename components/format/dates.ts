/**
 * Clinical dates and times: `05-Nov-2026` and `14:07`, equal on server and browser. Month names are our own table
 * (Intl's en-GB prints "Sept"); Intl only turns an instant into numbers of a time zone.
 */
import { isDateOnly } from '@/server/domain/lab-results/rules';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

export type Precision = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

export interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const pad = (value: number): string => String(value).padStart(2, '0');
const pad4 = (value: number): string => String(value).padStart(4, '0');

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, made);
  return made;
}

/** Calendar numbers of an instant in a time zone; null when the text is not an instant. */
export function partsInZone(instant: string, zone: string): Parts | null {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return null;
  const numbers: Record<string, number> = {};
  for (const part of formatterFor(zone).formatToParts(time)) numbers[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = numbers;
  return { year, month, day, hour, minute, second };
}

function dateText(year: number, month: number, day: number): string {
  return `${pad(day)}-${MONTHS[month - 1] ?? '???'}-${pad4(year)}`;
}

/** `2026-11-05` → `05-Nov-2026`. What is no date is returned as it came. */
export function formatDate(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!match) return date;
  return dateText(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** `2026-11-05` → `5 November 2026`, for spoken text and for paper that patients read. */
export function formatLongDate(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!match) return date;
  return `${Number(match[3])} ${LONG_MONTHS[Number(match[2]) - 1] ?? '???'} ${match[1]}`;
}

/** `Thu 05-Nov-2026`. */
export function formatDateWithDay(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!match) return date;
  const weekday = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))).getUTCDay();
  return `${WEEKDAYS[weekday]} ${formatDate(date)}`;
}

/** `05-Nov-2026 14:07`, and no finer than asked. */
export function formatInstant(instant: string, zone: string, precision: Precision = 'minute'): string {
  const parts = partsInZone(instant, zone);
  if (!parts) return instant;
  const { year, month, day, hour, minute, second } = parts;
  if (precision === 'year') return pad4(year);
  if (precision === 'month') return `${MONTHS[month - 1] ?? '???'}-${pad4(year)}`;
  const date = dateText(year, month, day);
  if (precision === 'day') return date;
  if (precision === 'hour') return `${date} about ${pad(hour)}:00`;
  const clock = `${pad(hour)}:${pad(minute)}`;
  return precision === 'second' ? `${date} ${clock}:${pad(second)}` : `${date} ${clock}`;
}

/** The time of a specimen or report: minutes at most, and no finer than the precision that the sender gave. */
export function formatClinical(instant: string | null, zone: string, precision?: Precision | null): string {
  if (!instant) return 'Not known';
  if (isDateOnly(precision)) return formatInstant(`${instant.slice(0, 10)}T00:00:00Z`, 'UTC', precision!);
  return formatInstant(instant, zone, precision && precision !== 'second' ? precision : 'minute');
}

/** `14:07`. */
export function formatClock(instant: string, zone: string): string {
  const parts = partsInZone(instant, zone);
  return parts ? `${pad(parts.hour)}:${pad(parts.minute)}` : instant;
}

/** The calendar day of an instant in a zone, as `YYYY-MM-DD`. */
export function dayInZone(instant: string, zone: string): string {
  const parts = partsInZone(instant, zone);
  return parts ? `${pad4(parts.year)}-${pad(parts.month)}-${pad(parts.day)}` : instant.slice(0, 10);
}

/** The calendar day of a clinical time, as `YYYY-MM-DD`. */
export const clinicalDay = (instant: string, zone: string, precision: Precision | null): string =>
  isDateOnly(precision) ? instant.slice(0, 10) : dayInZone(instant, zone);

/** Where a clinical time stands on an axis of a zone, in milliseconds: a date where its day begins. */
export const clinicalMoment = (instant: string, zone: string, precision: Precision | null): number =>
  Date.parse((isDateOnly(precision) ? startOfDay(instant.slice(0, 10), zone) : null) ?? instant);

/** The instant at which a calendar day (`YYYY-MM-DD`) begins in a zone; null when the text is no day. */
export function startOfDay(day: string, zone: string): string | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(midnight)) return null;
  // Twice, because the offset at the first guess may be the one before a change of the clocks.
  let at = midnight;
  for (let nth = 0; nth < 2; nth++) {
    const { year, month, day: date, hour, minute, second } = partsInZone(new Date(at).toISOString(), zone)!;
    at += midnight - Date.UTC(year, month - 1, date, hour, minute, second);
  }
  return new Date(at).toISOString();
}

/** The calendar day of a value that is either a date or an instant (`deceased_at`). */
export const dayOf = (value: string, zone: string): string =>
  value.length <= 10 ? value : dayInZone(value, zone);

/** A value that is either a date or an instant (`deceased_at`). */
export function formatDateOrInstant(value: string, zone: string): string {
  return value.length <= 10 ? formatDate(value) : formatInstant(value, zone);
}

/** Age as clinicians say it: days below four weeks, months below two years, then years. */
export function formatAge(birthDate: string, onDate: string): string {
  const born = /^(\d{4})-(\d{2})-(\d{2})/.exec(birthDate);
  const on = /^(\d{4})-(\d{2})-(\d{2})/.exec(onDate);
  if (!born || !on) return '';
  const [by, bm, bd] = [Number(born[1]), Number(born[2]), Number(born[3])];
  const [oy, om, od] = [Number(on[1]), Number(on[2]), Number(on[3])];
  const months = (oy - by) * 12 + (om - bm) - (od < bd ? 1 : 0);
  if (months >= 24) return `${Math.floor(months / 12)}y`;
  const days = Math.round((Date.UTC(oy, om - 1, od) - Date.UTC(by, bm - 1, bd)) / 86_400_000);
  if (days < 0) return '';
  return days < 28 ? `${days}d` : `${Math.max(months, 0)}m`;
}
