import { listOldestWaiting } from '../../domain/inbound-messages/oldest-waiting';
import { showId } from '../../shared/ids';
import { startLoop, type Loop } from '../../jobs/loop';
import { logger } from '../../logger';

const EVERY_MS = 15_000;

/**
 * Logs an error once per episode when a connection's oldest unprocessed message exceeds the connection's limit. The
 * administrators' pages read the same from the database.
 */
export function startWaitingAlarm({ everyMs = EVERY_MS, now = () => new Date() } = {}): Loop {
  const alarmed = new Set<string>();

  async function look(): Promise<void> {
    const late = (await listOldestWaiting()).flatMap(({ connectionId, receivedAt, limitMinutes }) => {
      const seconds = Math.round((now().getTime() - receivedAt.getTime()) / 1000);
      return seconds > limitMinutes * 60 ? [{ connectionId, seconds, limitMinutes }] : [];
    });
    for (const { connectionId, seconds, limitMinutes } of late) {
      if (alarmed.has(connectionId)) continue;
      alarmed.add(connectionId);
      const connection = showId('lab_connection', connectionId);
      logger.error(
        { connection, seconds, limit_minutes: limitMinutes },
        'intake: messages are not processed',
      );
    }
    const still = new Set(late.map(({ connectionId }) => connectionId));
    for (const connectionId of alarmed) {
      if (still.has(connectionId)) continue;
      alarmed.delete(connectionId);
      const connection = showId('lab_connection', connectionId);
      logger.info({ connection }, 'intake: messages are processed again');
    }
  }

  return startLoop({ name: 'intake waiting alarm', everyMs, firstMs: everyMs }, look);
}
