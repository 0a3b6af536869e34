import { instantOf } from '../shared/wall-clock';
import type { NormalTime } from './normal-message';

/** TS and DTM: `YYYY[MM[DD[HH[MM[SS[.S…]]]]]][+/-ZZZZ]`; some senders write `Z` for +0000. */
const TIME =
  /^((?!0000)\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:\.(\d{1,9}))?)?)?)?)?)?([+-]\d{4}|Z)?$/;
/** ISO 8601 and RFC 3339, sent by programs that do not follow HL7. */
const ISO = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?)?$/;
const PRECISIONS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** Null if not a time. Fractions are kept to the millisecond. `zone` is an IANA name, for times without an offset. */
export function readTime(sent: string, zone: string): NormalTime | null {
  const raw = sent.trim();
  const iso = ISO.exec(raw);
  const match = TIME.exec(iso ? iso.slice(1).join('').replace(/:/g, '') : raw);
  if (!match) return null;
  const given = match.slice(1, 7).filter((part) => part !== undefined);
  const precision = PRECISIONS[given.length - 1]!;
  const [year, month = '01', writtenDay = '01', writtenHour = '00', minute = '00', second = '00'] = given;
  const midnight = writtenHour === '24' && Number(minute) === 0 && Number(`${second}.${match[7] ?? 0}`) === 0;
  const written = `${year}-${month}-${writtenDay}`;
  if (!isReal(`${written}T00:00:00`)) return null;
  // ISO 8601 allows 24:00 for the end of a day, which is the start of the next.
  const date = midnight ? nextDay(written) : written;
  const hour = midnight ? '00' : writtenHour;
  const clock = `${date}T${hour}:${minute}`;
  if (!isReal(`${clock}:${second}`)) return null;
  // A day is not an instant: applying an offset could change the date.
  if (given.length <= 3) return { raw, at: `${date}T00:00:00.000Z`, precision, offset: null };
  const offset = match[8];
  const start = offset === undefined ? instantOf(clock, zone, 'first') : shifted(clock, offset);
  if (!start) return null;
  const at = new Date(
    start.getTime() + Math.floor(Number(`${second}.${match[7] ?? 0}`) * 1000),
  ).toISOString();
  return { raw, at, precision, offset: offset === undefined ? 'connection' : 'sent' };
}

const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);

/** Rejects 30 February and hour 25. */
function isReal(text: string): boolean {
  const date = new Date(`${text}.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function shifted(clock: string, offset: string): Date | null {
  if (offset === 'Z') return new Date(`${clock}:00.000Z`);
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3, 5))];
  if (hours > 14 || minutes > 59) return null;
  const sign = offset.startsWith('-') ? 1 : -1;
  return new Date(Date.parse(`${clock}:00.000Z`) + sign * (hours * 60 + minutes) * 60_000);
}

/** PID-7 in the precision sent; null if not a date. */
export function readBirthDate(sent: string): string | null {
  const match = /^(\d{4})(-?\d\d)?(-?\d\d)?/.exec(sent.trim());
  const time = match ? readTime(match[0], 'UTC') : null;
  if (!time || !(TIME.test(sent.trim()) || ISO.test(sent.trim()))) return null;
  return time.at.slice(0, { year: 4, month: 7 }[time.precision as 'year' | 'month'] ?? 10);
}
