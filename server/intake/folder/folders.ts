import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { listListening, type Listening } from '../../domain/lab-connections/listening';
import { showId } from '../../domain/ids';
import { env } from '../../env';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { ProblemNotes } from '../problem-notes';
import { takeFiles, type Seen } from './take-files';

/** Folders into which laboratories put files, looked at every two seconds. */
export interface Folders {
  /** Ends after the file under way. */
  stop(): Promise<void>;
  running(): boolean;
}

const POLL_MS = 2_000;

export function startFolders({ pollMs = POLL_MS }: { pollMs?: number } = {}): Folders {
  const notes = new ProblemNotes();
  /** Of each connection: files of the last look, by name. */
  const seen = new Map<string, Seen>();
  const abort = new AbortController();
  let wake = () => {};

  async function look(connection: Listening): Promise<void> {
    const folder = folderOf(connection);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      seen.set(
        connection.id,
        await takeFiles(connection, folder, seen.get(connection.id) ?? new Map(), abort.signal),
      );
      notes.clear(connection, 'folder_unavailable');
    } catch (error) {
      notes.note(connection, 'folder_unavailable');
      logger.debug(
        { connection: showId('lab_connection', connection.id), ...safeError(error) },
        'intake: a folder cannot be read',
      );
    }
  }

  async function loop(): Promise<void> {
    while (!abort.signal.aborted) {
      try {
        for (const connection of await listListening('folder'))
          if (!abort.signal.aborted) await look(connection);
      } catch (error) {
        logger.warn(safeError(error), 'intake: folders could not be looked at, trying again');
      }
      if (abort.signal.aborted) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => (clearTimeout(timer), resolve());
      });
    }
  }

  async function end(): Promise<void> {
    abort.abort();
    wake();
    await looping;
  }

  const looping = loop();
  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()), running: () => !abort.signal.aborted };
}

/** One below DATA_DIR, unless the operator has named another. */
export const folderOf = ({ id, directory }: Pick<Listening, 'id' | 'directory'>): string =>
  directory ?? path.join(env.DATA_DIR, 'intake', showId('lab_connection', id));
