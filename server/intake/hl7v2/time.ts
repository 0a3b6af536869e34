import { instantOf } from '../../domain/wall-clock';
import type { NormalTime } from './normal-form';

/** TS and DTM: `YYYY[MM[DD[HH[MM[SS[.S…]]]]]][+/-ZZZZ]`. */
const TIME =
  /^((?!0000)\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:\.(\d{1,9}))?)?)?)?)?)?([+-]\d{4})?$/;
const PRECISIONS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/**
 * Null: not a time. Fractions are kept to the millisecond.
 * @param zone IANA name, for times without offset
 */
export function readTime(sent: string, zone: string): NormalTime | null {
  const raw = sent.trim();
  const match = TIME.exec(raw);
  if (!match) return null;
  const given = match.slice(1, 7).filter((part) => part !== undefined);
  const precision = PRECISIONS[given.length - 1]!;
  const [year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = given;
  const date = `${year}-${month}-${day}`;
  const clock = `${date}T${hour}:${minute}`;
  if (!isReal(`${clock}:${second}`)) return null;
  // A day is no moment: shifting it by an offset would make it another day.
  if (given.length <= 3) return { raw, at: `${date}T00:00:00.000Z`, precision, offset: null };
  const offset = match[8];
  const start = offset === undefined ? instantOf(clock, zone, 'first') : shifted(clock, offset);
  if (!start) return null;
  const at = new Date(
    start.getTime() + Math.floor(Number(`${second}.${match[7] ?? 0}`) * 1000),
  ).toISOString();
  return { raw, at, precision, offset: offset === undefined ? 'connection' : 'sent' };
}

/** Not the 30th of February, and no hour 24. */
function isReal(text: string): boolean {
  const date = new Date(`${text}.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function shifted(clock: string, offset: string): Date | null {
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3, 5))];
  if (hours > 14 || minutes > 59) return null;
  const sign = offset.startsWith('-') ? 1 : -1;
  return new Date(Date.parse(`${clock}:00.000Z`) + sign * (hours * 60 + minutes) * 60_000);
}

/** PID-7 as far as it was given; what is no date is null. */
export function readBirthDate(sent: string): string | null {
  const match = /^(\d{4})(\d\d)?(\d\d)?/.exec(sent.trim());
  const time = match ? readTime(match[0], 'UTC') : null;
  if (!time || !TIME.test(sent.trim())) return null;
  return time.at.slice(0, { year: 4, month: 7 }[time.precision as 'year' | 'month'] ?? 10);
}
