import { instantOf } from '../../shared/wall-clock';
import type { WorkingHours } from '../../data-types/lab-connection-codes';

/** Decides whether a connection has been silent for too long. Only working hours count. */

export interface Listened {
  /** Null disables the alarm. */
  silenceHours: number | null;
  /** In the organization's time zone; null means all hours. */
  workingHours: WorkingHours | null;
  /** The last message, or else the creation of the connection. */
  heardAt: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Limits the calculation: after so many days the exact number of hours is irrelevant. */
const MOST_DAYS = 400;

/** Returns when the alarm started, that is, when the limit was reached; null without an alarm. */
export function silentSince(
  { silenceHours, workingHours, heardAt }: Listened,
  zone: string,
  now: Date,
): Date | null {
  if (silenceHours === null) return null;
  let missing = silenceHours * HOUR_MS;
  const heard = heardAt.getTime();
  if (!workingHours) return heard + missing <= now.getTime() ? new Date(heard + missing) : null;
  // One more day at both ends, because local days differ from UTC days.
  let day = Math.floor(heard / DAY_MS) - 1;
  const last = Math.floor(now.getTime() / DAY_MS) + 1;
  for (let nth = 0; day <= last; nth++, day++) {
    if (nth > MOST_DAYS) return new Date(day * DAY_MS);
    const span = workingSpan(new Date(day * DAY_MS), workingHours, zone);
    if (!span) continue;
    const from = Math.max(span.from, heard);
    const counted = Math.min(span.to, now.getTime()) - from;
    if (counted <= 0) continue;
    if (counted >= missing) return new Date(from + missing);
    missing -= counted;
  }
  return null;
}

/** The working hours of a calendar day, given as its midnight in UTC. */
function workingSpan(
  day: Date,
  { days, from, to }: WorkingHours,
  zone: string,
): { from: number; to: number } | null {
  // 1 = Monday … 7 = Sunday.
  if (!days.includes(day.getUTCDay() || 7)) return null;
  const at = (date: Date, clock: string, which: 'first' | 'last') =>
    instantOf(`${date.toISOString().slice(0, 10)}T${clock}`, zone, which)?.getTime();
  const begin = at(day, from, 'first');
  const next = new Date(day.getTime() + DAY_MS);
  // 24:00, and hours that extend past midnight.
  const overnight = to === '24:00' || to <= from;
  const end = overnight ? at(next, to === '24:00' ? '00:00' : to, 'last') : at(day, to, 'last');
  return begin === undefined || end === undefined ? null : { from: begin, to: end };
}
