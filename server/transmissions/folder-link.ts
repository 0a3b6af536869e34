import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../safe-error';
import { failed, type Link } from './link';

/**
 * One file for each message, named by its control ID: written under a temporary name, flushed, then renamed, so that
 * nothing collects half a file.
 */
export function folderLink(directory: string): Link {
  return {
    async send(bytes, controlId) {
      const name = path.join(directory, `${controlId}.hl7`);
      const temporary = path.join(directory, `.${controlId}.part`);
      try {
        const file = await open(temporary, 'w', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, name);
        await flushFolder(directory);
        return { is: 'delivered' };
      } catch (error) {
        return failed('folder', `The file cannot be written (${errorCode(error) ?? 'unknown error'}).`);
      }
    },
    awaitsMore: () => false,
    close: () => undefined,
  };
}

/** The new name is on disk only after the folder is. */
async function flushFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
