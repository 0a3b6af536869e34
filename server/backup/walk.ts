import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './backup-error';

export interface Entry {
  /** Relative to the root, with slashes. */
  path: string;
  folder: boolean;
}

/**
 * Streams what is below a folder, each folder before its content. What disappears meanwhile is left out.
 * @param skips leaves out a file, or a folder with its content
 */
export async function* walk(
  root: string,
  skips: (entry: Entry) => boolean = () => false,
  below = '',
): AsyncGenerator<Entry> {
  let entries;
  try {
    entries = await opendir(path.join(root, below));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  for await (const found of entries) {
    const entry: Entry = {
      path: below === '' ? found.name : `${below}/${found.name}`,
      folder: found.isDirectory(),
    };
    if (skips(entry)) continue;
    if (!entry.folder && !found.isFile())
      throw new BackupError(
        `${path.join(root, entry.path)} is a link or a device: such files are not backed up.`,
      );
    yield entry;
    if (entry.folder) yield* walk(root, skips, entry.path);
  }
}
