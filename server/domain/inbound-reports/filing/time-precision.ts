import type { NormalTime } from '../../../hl7v2/normal-message';

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

/** Largest difference between a local day and the UTC day. */
const FARTHEST_ZONE = 14 * 3_600_000;

/**
 * The latest instant a time can mean. A report from "the 5th" is not older than one from the 5th at 10:00: reports
 * whose times overlap are ordered by arrival, so that no correction is discarded as old.
 */
export function latestOf(time: NormalTime): string {
  const span = time.precision === 'second' ? 0 : LENGTH[time.precision] - 1;
  return new Date(Date.parse(time.at) + span + (isMoment(time) ? 0 : FARTHEST_ZONE)).toISOString();
}

/** The date as sent, `YYYY-MM-DD`, in the laboratory's local time; null if not sent. */
export function writtenDate(time: NormalTime | null): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(time?.raw ?? '') ?? [];
  return day === undefined ? null : `${year}-${month}-${day}`;
}

/** The more precise of two times, or the first if equal. */
export function moreExact(first: NormalTime | null, second: NormalTime | null): NormalTime | null {
  if (!first || !second) return first ?? second;
  return LENGTH[second.precision] < LENGTH[first.precision] ? second : first;
}
