import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { listListening, noteIgnoredFiles, type Listening } from '../../domain/lab-connections/listening';
import { showId } from '../../shared/ids';
import { env } from '../../env';
import { startLoop, type Loop } from '../../jobs/loop';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { ConnectionProblems } from '../connection-problems';
import { findIgnoredFiles } from './ignored-files';
import { takeFiles, type Seen } from './take-files';

const POLL_MS = 2_000;

/** Watches the laboratories' folders, polling every two seconds. Stopping waits for the file in progress. */
export function startFolders({ pollMs = POLL_MS }: { pollMs?: number } = {}): Loop {
  const notes = new ConnectionProblems();
  /** Per connection: files at the last poll, by name. */
  const seen = new Map<string, Seen>();
  /** Per connection: what was last recorded about ignored files. */
  const ignored = new Map<string, string>();

  async function look(connection: Listening, signal: AbortSignal): Promise<void> {
    const folder = folderOf(connection);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      seen.set(
        connection.id,
        await takeFiles(connection, folder, seen.get(connection.id) ?? new Map(), signal),
      );
      notes.clear(connection, 'folder_unavailable');
      await noteIgnored(connection, folder);
    } catch (error) {
      notes.note(connection, 'folder_unavailable');
      logger.debug(
        { connection: showId('lab_connection', connection.id), ...safeError(error) },
        'intake: a folder cannot be read',
      );
    }
  }

  async function noteIgnored(connection: Listening, folder: string): Promise<void> {
    const found = await findIgnoredFiles(folder);
    if (found) notes.note(connection, 'files_ignored');
    else notes.clear(connection, 'files_ignored');
    const words = JSON.stringify(found);
    if (ignored.get(connection.id) === words) return;
    await noteIgnoredFiles(connection, found);
    ignored.set(connection.id, words);
  }

  return startLoop({ name: 'intake folders', everyMs: pollMs }, async (signal) => {
    for (const connection of await listListening('folder'))
      if (!signal.aborted) await look(connection, signal);
  });
}

/** Below DATA_DIR, unless the operator configured another directory. */
const folderOf = ({ id, directory }: Pick<Listening, 'id' | 'directory'>): string =>
  directory ?? path.join(env.DATA_DIR, 'intake', showId('lab_connection', id));
