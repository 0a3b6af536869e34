import { formatDate } from '../format/dates';

export function CalendarDate({ date, label }: { date: string; label?: string }) {
  return (
    <span className="whitespace-nowrap">
      {label ? <span className="text-sm text-ink-2">{label} </span> : null}
      <time dateTime={date}>{formatDate(date)}</time>
    </span>
  );
}
