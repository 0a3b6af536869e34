import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { processIdentity } from '../embedded/processes';
import { BackupError, writeProblem } from './backup-error';
import { syncFolder, writeDurably } from './copy-file';
import { INCOMPLETE, isBackupName } from './manifest';

/** A folder under a temporary name, until it is complete. Removed if the process ends before. */
export interface OwnFolder {
  folder: string;
  /** Makes the backup visible under its name. */
  complete(): Promise<void>;
  remove(): Promise<void>;
}

const OWNER = 'owner.json';

export async function openOwnFolder(parent: string, name: string): Promise<OwnFolder> {
  const folder = path.join(parent, `${name}${INCOMPLETE}`);
  try {
    // Not its parents: those of a disk that is not mounted are missing.
    await mkdir(parent, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw new BackupError(
          `The folder ${path.dirname(parent)} does not exist: mount the disk for backups, or create the folder.`,
          { cause: error },
        );
      if (error.code !== 'EEXIST') throw error;
    });
    await removeLeftovers(parent);
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupError(`Another backup into ${parent} is in progress.`);
    throw writeProblem(parent, error);
  }
  const leave = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', leave);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', leave);
  };
  try {
    const identity = await processIdentity(process.pid);
    await writeDurably(
      path.join(folder, OWNER),
      JSON.stringify({ host: os.hostname(), pid: process.pid, identity }),
    );
  } catch (error) {
    await remove();
    throw writeProblem(parent, error);
  }
  return {
    folder,
    remove,
    async complete() {
      await rm(path.join(folder, OWNER));
      await syncFolder(folder);
      await rename(folder, path.join(parent, name));
      process.off('exit', leave);
      await syncFolder(parent);
    },
  };
}

/** Folders of backups that were killed, or whose removal was. Those of other machines may still be in progress. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.endsWith(INCOMPLETE) || !isBackupName(name.slice(0, -INCOMPLETE.length))) continue;
    const folder = path.join(parent, name);
    const text = await readFile(path.join(folder, OWNER), 'utf8').catch(() => null);
    const owner = readOwner(text);
    if (owner && (owner.host !== os.hostname() || (await processIdentity(owner.pid)) === owner.identity))
      continue;
    await rm(folder, { recursive: true, force: true });
  }
}

function readOwner(text: string | null): { host: string; pid: number; identity: string } | null {
  try {
    return text === null ? null : (JSON.parse(text) as { host: string; pid: number; identity: string });
  } catch {
    return null;
  }
}
