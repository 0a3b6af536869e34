import { listQueues } from '../domain/outbound-messages/queue-figures';
import { QUEUED_WITHIN_MINUTES } from '../domain/order-destinations/rules';
import { startEpisodeAlarm } from '../jobs/episode-alarm';
import type { Loop } from '../jobs/loop';
import { showId } from '../shared/ids';

interface AlarmOptions {
  everyMs?: number;
  now?: () => Date;
}

/**
 * Logs an error once per episode when the oldest queued message of a connection exceeds the limit, also while sending is
 * paused. The administrators' pages read the same from the database.
 */
export const startQueueAlarm = ({ everyMs, now = () => new Date() }: AlarmOptions = {}): Loop =>
  startEpisodeAlarm({
    name: 'order queue alarm',
    late: 'orders: messages are not sent',
    over: 'orders: messages are sent again',
    everyMs,
    listLate: async () =>
      (await listQueues()).flatMap(({ connectionId, oldestAt, paused }) => {
        const seconds = Math.round((now().getTime() - oldestAt.getTime()) / 1000);
        const connection = showId('lab_connection', connectionId);
        return seconds > QUEUED_WITHIN_MINUTES * 60
          ? [{ connection, seconds, limit_minutes: QUEUED_WITHIN_MINUTES, paused }]
          : [];
      }),
  });
