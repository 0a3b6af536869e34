import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors/start-error';

/** Files of `DATA_DIR` readable only by their owner (0600), always replaced atomically. */

/** Exists while a backup is being restored into the folder. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

async function assertRestored(dataDir: string): Promise<void> {
  if (await exists(path.join(dataDir, UNFINISHED_RESTORE)))
    throw new StartError(
      `The restore of a backup into ${dataDir} did not finish: restore it again into an empty folder.`,
    );
}

export async function openDataDir(dataDir: string): Promise<void> {
  await assertRestored(dataDir);
  try {
    // As root the folder stays traversable, because PostgreSQL runs as another user below it.
    await fs.mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const probe = path.join(dataDir, `.probe-${process.pid}`);
    await fs.writeFile(probe, '');
    await fs.rm(probe);
  } catch (error) {
    throw new StartError(`DATA_DIR cannot be written: ${dataDir} (${errorCode(error)}).`, { cause: error });
  }
}

export async function writePrivate(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await fs.writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  if (process.getuid?.() === 0) {
    // A regular user's folder stays usable by that user after root has run here once.
    const folder = await fs.stat(path.dirname(file));
    await fs.chown(draft, folder.uid, folder.gid);
  }
  await fs.rename(draft, file);
}

/** Parsed JSON file; null if it does not exist. */
export async function readPrivate<T>(file: string): Promise<T | null> {
  let text: string;
  try {
    text = await fs.readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new StartError(`${file} cannot be read (${errorCode(error)}); it belongs to another user.`, {
      cause: error,
    });
  }
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new StartError(`${file} is damaged; restore it from a backup.`, { cause: error });
  }
}

export async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}

export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? 'unknown error';
}
