/** Dates and times as displayed, `05-Nov-2026 14:07`: identical on server, browser and paper. */
import { isDateOnly } from '@/server/domain/lab-results/rules';
import { dateText, formatDate, monthText, pad, pad4 } from './dates';

export type Precision = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Components use `useFormat()`, pages `getPageContext()`, and code outside a request `formatIn()`. */
export class Format {
  readonly #clock: Intl.DateTimeFormat;

  constructor(readonly timeZone: string) {
    this.#clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** `05-Nov-2026 14:07`, at most as precise as requested. Text that is not an instant is returned unchanged. */
  instant(instant: string, precision: Precision = 'minute'): string {
    const parts = this.#partsOf(instant);
    if (!parts) return instant;
    const { year, month, day, hour, minute, second } = parts;
    if (precision === 'year') return pad4(year);
    if (precision === 'month') return `${monthText(month)}-${pad4(year)}`;
    const date = dateText(year, month, day);
    if (precision === 'day') return date;
    if (precision === 'hour') return `${date} about ${pad(hour)}:00`;
    const clock = `${pad(hour)}:${pad(minute)}`;
    return precision === 'second' ? `${date} ${clock}:${pad(second)}` : `${date} ${clock}`;
  }

  /** The time of a specimen or report: at most to the minute, and no more precise than the sender stated. */
  clinical(instant: string | null, precision?: Precision | null): string {
    if (!instant) return 'Not known';
    if (isDateOnly(precision))
      return formatIn('UTC').instant(`${instant.slice(0, 10)}T00:00:00Z`, precision!);
    return this.instant(instant, precision && precision !== 'second' ? precision : 'minute');
  }

  /** An instant by which something is due. Midnight is the end of a day, which is returned without a time. */
  deadline(instant: string): string {
    const parts = this.#partsOf(instant);
    return parts?.hour === 0 && parts.minute === 0
      ? this.instant(new Date(Date.parse(instant) - 60_000).toISOString(), 'day')
      : this.instant(instant);
  }

  /** `14:07`. */
  clock(instant: string): string {
    const parts = this.#partsOf(instant);
    return parts ? `${pad(parts.hour)}:${pad(parts.minute)}` : instant;
  }

  /** A value that is either a date or an instant (`deceased_at`). */
  dateOrInstant(value: string): string {
    return value.length <= 10 ? formatDate(value) : this.instant(value);
  }

  /** The calendar day of a date or an instant, as `YYYY-MM-DD`. */
  dayOf(value: string): string {
    const parts = value.length <= 10 ? null : this.#partsOf(value);
    return parts ? `${pad4(parts.year)}-${pad(parts.month)}-${pad(parts.day)}` : value.slice(0, 10);
  }

  /** The calendar day of a clinical time, as `YYYY-MM-DD`. */
  clinicalDay(instant: string, precision: Precision | null): string {
    return isDateOnly(precision) ? instant.slice(0, 10) : this.dayOf(instant);
  }

  /** Position of a clinical time on a time axis, in milliseconds: a date is at the start of its day. */
  clinicalMoment(instant: string, precision: Precision | null): number {
    return Date.parse((isDateOnly(precision) ? this.startOfDay(instant.slice(0, 10)) : null) ?? instant);
  }

  /** The instant at which a calendar day (`YYYY-MM-DD`) starts; null for an invalid day. */
  startOfDay(day: string): string | null {
    return this.instantOf(day, '00:00');
  }

  /** The instant of a day and a time such as `08:30`; null if one is invalid. */
  instantOf(day: string, clock: string): string | null {
    const wanted = Date.parse(`${day}T${clock}:00Z`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(wanted)) return null;
    // Twice, because the first estimate may use the offset from before a clock change.
    let at = wanted;
    for (let nth = 0; nth < 2; nth++) {
      const { year, month, day: date, hour, minute, second } = this.#partsOf(new Date(at).toISOString())!;
      at += wanted - Date.UTC(year, month - 1, date, hour, minute, second);
    }
    return new Date(at).toISOString();
  }

  #partsOf(instant: string): Parts | null {
    const time = Date.parse(instant);
    if (Number.isNaN(time)) return null;
    const numbers: Record<string, number> = {};
    for (const part of this.#clock.formatToParts(time)) numbers[part.type] = Number(part.value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = numbers;
    return { year, month, day, hour, minute, second };
  }
}

const known = new Map<string, Format>();

/** Cached, because creating an `Intl.DateTimeFormat` is slow. */
export function formatIn(timeZone: string): Format {
  const format = known.get(timeZone) ?? new Format(timeZone);
  known.set(timeZone, format);
  return format;
}
