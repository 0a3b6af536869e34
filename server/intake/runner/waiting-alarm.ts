import { listOldestWaiting } from '../../domain/inbound-messages/oldest-waiting';
import { startEpisodeAlarm } from '../../jobs/episode-alarm';
import type { Loop } from '../../jobs/loop';
import { showId } from '../../shared/ids';

interface AlarmOptions {
  everyMs?: number;
  now?: () => Date;
}

/**
 * Logs an error once per episode when a connection's oldest unprocessed message exceeds the connection's limit. The
 * administrators' pages read the same from the database.
 */
export const startWaitingAlarm = ({ everyMs, now = () => new Date() }: AlarmOptions = {}): Loop =>
  startEpisodeAlarm({
    name: 'intake waiting alarm',
    late: 'intake: messages are not processed',
    over: 'intake: messages are processed again',
    everyMs,
    listLate: async () =>
      (await listOldestWaiting()).flatMap(({ connectionId, receivedAt, limitMinutes }) => {
        const seconds = Math.round((now().getTime() - receivedAt.getTime()) / 1000);
        const connection = showId('lab_connection', connectionId);
        return seconds > limitMinutes * 60 ? [{ connection, seconds, limit_minutes: limitMinutes }] : [];
      }),
  });
