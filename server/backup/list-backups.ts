import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { readProblem } from './backup-error';
import { INCOMPLETE, isBackupName, readManifest, type Manifest } from './manifest';

export interface Listed {
  name: string;
  state: 'complete' | 'incomplete' | 'damaged';
  /** Null unless complete. */
  manifest: Manifest | null;
}

/** The backups in a folder, newest first. Reads only manifests: `verify` reads everything. */
export async function listBackups(parent: string): Promise<Listed[]> {
  const names = await readdir(parent).catch((error: unknown) => {
    throw readProblem(parent, error);
  });
  const listed = names
    .filter((name) => isBackupName(name.replace(INCOMPLETE, '')))
    .sort()
    .reverse();
  return Promise.all(
    listed.map(async (name): Promise<Listed> => {
      if (name.endsWith(INCOMPLETE)) return { name, state: 'incomplete', manifest: null };
      return readManifest(path.join(parent, name)).then(
        (manifest) => ({ name, state: 'complete', manifest }),
        () => ({ name, state: 'damaged', manifest: null }),
      );
    }),
  );
}

/** Which backups are older than the newest `keep` complete ones of the same cluster. */
const outdated = (listed: readonly Listed[], systemId: string, keep: number): string[] =>
  listed
    .filter(({ manifest }) => manifest?.source.system_id === systemId)
    .slice(keep)
    .map(({ name }) => name);

/** Removes them; one that is partly removed is never listed as complete. @returns the removed names */
export async function pruneBackups(parent: string, systemId: string, keep: number): Promise<string[]> {
  const names = outdated(await listBackups(parent), systemId, keep);
  for (const name of names) {
    const aside = path.join(parent, `${name}${INCOMPLETE}`);
    await rename(path.join(parent, name), aside);
    await rm(aside, { recursive: true, force: true });
  }
  return names;
}
