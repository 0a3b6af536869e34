import {
  clearProblem,
  countRejected,
  noteProblem,
  type Listening,
} from '../domain/lab-connections/listening';
import type { ConnectionProblem } from '../data-types/lab-connection-codes';
import { showId } from '../shared/ids';
import { logger } from '../logger';
import { safeError } from '../safe-error';

/**
 * Connection problems shown to administrators. Each is written at most once a minute, because any client of the port
 * can cause them.
 */
type Which = Pick<Listening, 'orgId' | 'id'>;

const EVERY_MS = 60_000;

export class ConnectionProblems {
  #noted = new Map<string, number>();

  note(which: Which, problem: ConnectionProblem): void {
    const key = `${which.id} ${problem}`;
    const now = performance.now();
    if (now - (this.#noted.get(key) ?? -Infinity) < EVERY_MS) return;
    this.#noted.set(key, now);
    logger.warn({ connection: showId('lab_connection', which.id), problem }, 'lab connection: problem');
    void noteProblem(which, problem).catch(failed);
  }

  countRejected(which: Which, rejected: number): void {
    void countRejected(which, rejected).catch(failed);
  }

  clear(which: Which, problem: ConnectionProblem): void {
    if (!this.#noted.delete(`${which.id} ${problem}`)) return;
    void clearProblem(which, problem).catch(failed);
  }
}

const failed = (error: unknown): void =>
  logger.warn(safeError(error), 'lab connection: a problem could not be noted');
