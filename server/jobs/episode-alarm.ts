import { logger } from '../logger';
import { startLoop, type Loop } from './loop';

/** Logs an error once per episode in which a connection is late, and a line when it is over. */

const EVERY_MS = 15_000;

interface LateConnection {
  /** `lab_…` */
  connection: string;
  seconds: number;
  limit_minutes: number;
}

interface EpisodeAlarm {
  /** Names the loop in the log. */
  name: string;
  listLate: () => Promise<readonly LateConnection[]>;
  /** Log lines. */
  late: string;
  over: string;
  everyMs?: number | undefined;
}

export function startEpisodeAlarm({ name, listLate, late, over, everyMs = EVERY_MS }: EpisodeAlarm): Loop {
  const alarmed = new Set<string>();
  return startLoop({ name, everyMs, firstMs: everyMs }, async () => {
    const now = await listLate();
    for (const facts of now) {
      if (alarmed.has(facts.connection)) continue;
      alarmed.add(facts.connection);
      logger.error(facts, late);
    }
    for (const connection of alarmed) {
      if (now.some((facts) => facts.connection === connection)) continue;
      alarmed.delete(connection);
      logger.info({ connection }, over);
    }
  });
}
