import { instantOf } from '../shared/wall-clock';
import type { WorkingHours } from './rules';

/** Whether a connection has been silent for too long. Only the time in which somebody could have sent counts. */

export interface Listened {
  /** Null: silence is no reason for an alarm. */
  silenceHours: number | null;
  /** By the clocks of the organisation; null: at all hours. */
  workingHours: WorkingHours | null;
  /** The last message; before the first one, when the connection was made. */
  heardAt: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After so many days without a message nobody asks how many of their hours counted. */
const MOST_DAYS = 400;

/** When the hours of silence were full, and the alarm began; null: there is none. */
export function silentSince(
  { silenceHours, workingHours, heardAt }: Listened,
  zone: string,
  now: Date,
): Date | null {
  if (silenceHours === null) return null;
  let missing = silenceHours * HOUR_MS;
  const heard = heardAt.getTime();
  if (!workingHours) return heard + missing <= now.getTime() ? new Date(heard + missing) : null;
  // One day more at both ends: the day of a place is not the one of UTC.
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

/** The working hours of a calendar day, which is given as its midnight in UTC. */
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
  // 24:00, and hours that go on after midnight.
  const overnight = to === '24:00' || to <= from;
  const end = overnight ? at(next, to === '24:00' ? '00:00' : to, 'last') : at(day, to, 'last');
  return begin === undefined || end === undefined ? null : { from: begin, to: end };
}
