import type { Segment } from './message';
import type { NormalTime, NormalUnreadTime } from './normal-message';

/** The times of a segment that were sent but cannot be parsed. */
export function unreadTimes(
  segment: Segment,
  fields: Readonly<Record<number, NormalUnreadTime['what']>>,
  time: (segment: Segment, field: number) => NormalTime | null,
): NormalUnreadTime[] {
  return Object.entries(fields).flatMap(([number, what]) => {
    const text = segment.text(Number(number));
    return text === '' || time(segment, Number(number)) ? [] : [{ what, text }];
  });
}
