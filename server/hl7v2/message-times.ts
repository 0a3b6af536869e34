import type { Message } from './message';
import type { NormalTime } from './normal-message';
import { readTime } from './time';
import type { Warnings } from './warnings';

/** EVN-2 and MSH-7, as far as they can be parsed, in this order. */
export function messageTimes(message: Message, timeZone: string, warnings: Warnings): NormalTime[] {
  const header = message.segments[0]!;
  const recorded = message.first('EVN');
  return [...(recorded ? [[recorded, 2] as const] : []), [header, 7] as const].flatMap(([segment, field]) => {
    const sent = segment.text(field);
    const read = sent === '' ? null : readTime(sent, timeZone);
    if (sent !== '' && !read)
      warnings.add('time_unreadable', segment.place(field), 'The time cannot be parsed; it is ignored.');
    return read ?? [];
  });
}

/** A clock that is further ahead is wrong: its messages would count as newer than all later ones. */
const MOST_AHEAD_MS = 24 * 60 * 60_000;

/** The first credible time, else the time of receipt. */
export function sentTime(times: readonly NormalTime[], receivedAt: Date): Date {
  const latest = receivedAt.getTime() + MOST_AHEAD_MS;
  const time = times.find(({ at }) => Date.parse(at) <= latest);
  return time ? new Date(time.at) : receivedAt;
}
