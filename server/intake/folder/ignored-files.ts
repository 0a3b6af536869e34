import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { IgnoredFiles } from '../../data-types/lab-connection-codes';

/** Files in a folder that are never imported. Reported so that administrators notice files with an unexpected name. */

export const isTaken = (name: string): boolean => /^[^.].*\.(?:hl7|oru)$/i.test(name);

/** A sender may write a temporary file and rename it. Hidden files are ignored on purpose. */
const AT_REST_MS = 60_000;
const MOST_ENDINGS = 5;

/** @returns null without ignored files. Only file extensions are stored: file names may contain patient names */
export async function findIgnoredFiles(folder: string, now = Date.now()): Promise<IgnoredFiles | null> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && !isTaken(name));
  const endings = new Set<string>();
  let count = 0;
  for (const name of names) {
    const found = await lstat(path.join(folder, name)).catch(() => null);
    if (!found?.isFile() || now - found.mtimeMs < AT_REST_MS) continue;
    count++;
    endings.add(endingOf(name));
  }
  return count === 0 ? null : { count, endings: [...endings].sort().slice(0, MOST_ENDINGS) };
}

/** Longer ones are not file extensions. */
const endingOf = (name: string): string =>
  /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? 'no extension';
