import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { IgnoredFiles } from '../../domain/lab-connections/rules';

/** Files of a folder that are never taken, so that administrators see that something arrives under another name. */

export const isTaken = (name: string): boolean => /^[^.].*\.(?:hl7|oru)$/i.test(name);

/** A sender may write under another name and rename the file; hidden files are meant to be left alone. */
const AT_REST_MS = 60_000;
const MOST_ENDINGS = 5;

/** @returns null when there are none. Names are not kept: they may name a patient */
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

/** Longer ones are no kind of file. */
const endingOf = (name: string): string =>
  /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? 'no extension';
