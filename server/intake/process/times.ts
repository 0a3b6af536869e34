import type { NormalTime } from '../hl7v2/normal-form';

const DAY = 86_400_000;
const LENGTH: Record<NormalTime['precision'], number> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  month: 31 * DAY,
  year: 366 * DAY,
};

export const isMoment = ({ precision }: NormalTime): boolean =>
  precision === 'second' || precision === 'minute' || precision === 'hour';

/** Farthest that the day of a place is from the same day in UTC. */
const FARTHEST_ZONE = 14 * 3_600_000;

/**
 * The latest moment that a time can mean. A report made "on the 5th" is not older than one made on the 5th at ten: what
 * cannot be told apart by time is taken in order of arrival, so that no correction is thrown away as old.
 */
export function latestOf(time: NormalTime): string {
  const span = time.precision === 'second' ? 0 : LENGTH[time.precision] - 1;
  return new Date(Date.parse(time.at) + span + (isMoment(time) ? 0 : FARTHEST_ZONE)).toISOString();
}

/** The date that the laboratory wrote, `YYYY-MM-DD`, by its own clocks; null where it wrote none. */
export function writtenDate(time: NormalTime | null): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(time?.raw ?? '') ?? [];
  return day === undefined ? null : `${year}-${month}-${day}`;
}

/** Of two times of one thing the one that says more; of equals the first. */
export function moreExact(first: NormalTime | null, second: NormalTime | null): NormalTime | null {
  if (!first || !second) return first ?? second;
  return LENGTH[second.precision] < LENGTH[first.precision] ? second : first;
}
