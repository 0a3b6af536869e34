/** A moment with the word that says which time it is: Collected, Received, Reported. */
import { formatDate, formatInstant, type Precision } from '../format/dates';

interface InstantProps {
  at: string;
  zone: string;
  precision?: Precision | null | undefined;
  label?: string;
}

export function Instant({ at, zone, precision, label }: InstantProps) {
  return (
    <span className="whitespace-nowrap">
      {label ? <span className="text-sm text-ink-2">{label} </span> : null}
      <time dateTime={at}>{formatInstant(at, zone, precision ?? 'minute')}</time>
    </span>
  );
}

export function CalendarDate({ date, label }: { date: string; label?: string }) {
  return (
    <span className="whitespace-nowrap">
      {label ? <span className="text-sm text-ink-2">{label} </span> : null}
      <time dateTime={date}>{formatDate(date)}</time>
    </span>
  );
}
