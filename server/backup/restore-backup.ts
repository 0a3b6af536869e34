import { mkdir, readdir, readFile, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { UNFINISHED_RESTORE } from '../embedded/private-files';
import { clusterFolder } from '../embedded/secrets';
import { BackupError, writeProblem } from './backup-error';
import { copyFile, inParallel, syncFolder, writeDurably } from './copy-file';
import {
  FILE_LIST,
  KEYS_FILE,
  MANIFEST,
  MANIFEST_HASH,
  readFileList,
  readManifest,
  type Manifest,
} from './manifest';
import { decryptSecrets } from './passphrase';
import { walk } from './walk';

export interface Damage {
  kind: 'missing' | 'truncated' | 'altered' | 'unexpected';
  /** Path inside the backup. */
  file: string;
}

const AT_ONCE = 4;
const MEGABYTE = 1024 * 1024;

/** Where a file of the backup belongs in `DATA_DIR`; null for the encrypted keys. */
function placeOf(file: string, dataDir: string): string | null {
  if (file === KEYS_FILE) return null;
  const [kind, ...rest] = file.split('/');
  const root =
    kind === 'cluster' ? clusterFolder(dataDir) : kind === 'data' ? dataDir : path.join(dataDir, kind!);
  return path.join(root, ...rest);
}

/**
 * Copies the files of a backup to their places and compares each with the list.
 * @param found receives each damaged file; throw to end
 */
export async function copyBack(
  folder: string,
  manifest: Manifest,
  dataDir: string,
  found: (damage: Damage) => void,
  options: { durable: boolean; progress?: ((done: number, total: number) => void) | undefined },
): Promise<void> {
  // As root the folders above the cluster stay traversable, because PostgreSQL runs as another user below them.
  await mkdir(path.dirname(clusterFolder(dataDir)), { recursive: true, mode: 0o700 });
  await mkdir(clusterFolder(dataDir), { mode: 0o700 });
  for (const at of manifest.folders) await mkdir(placeOf(at, dataDir)!, { recursive: true, mode: 0o700 });
  let [listed, present, done] = [0, 0, 0];
  const total = Math.round(manifest.files.bytes / MEGABYTE);
  await inParallel(readFileList(folder, manifest), AT_ONCE, async ({ path: file, size, sha256 }) => {
    listed += 1;
    const place = placeOf(file, dataDir);
    const copied = place
      ? await copyFile(path.join(folder, file), place, options)
      : { size, sha256: (await exists(path.join(folder, file))) ? sha256 : '' };
    if (!copied) return found({ kind: 'missing', file });
    if (copied.size < size) found({ kind: 'truncated', file });
    else if (copied.sha256 !== sha256) found({ kind: 'altered', file });
    done += size;
    options.progress?.(Math.min(Math.round(done / MEGABYTE), total), total);
  });
  const OWN = new Set([MANIFEST, MANIFEST_HASH, FILE_LIST]);
  for await (const entry of walk(folder)) if (!entry.folder && !OWN.has(entry.path)) present += 1;
  if (present > listed)
    found({ kind: 'unexpected', file: `${present - listed} files that are not in the list` });
}

const exists = (file: string): Promise<boolean> =>
  readFile(file).then(
    () => true,
    () => false,
  );

/** @throws BackupError if PostgreSQL of this program cannot read the files */
export function assertReadable({ postgres }: Manifest, ownMajor: number): void {
  const major = Math.floor(postgres.version / 10_000);
  if (major !== ownMajor)
    throw new BackupError(
      `The backup is of PostgreSQL ${major} and this program contains ${ownMajor}: restore it with the version of the program that made it.`,
    );
}

export interface RestoreOptions {
  /** The backup. */
  from: string;
  /** Does not exist, or is empty. */
  dataDir: string;
  passphrase: string | undefined;
  /** Content of a copy of `secrets.json`, used instead of the keys in the backup. */
  secrets: string | undefined;
  ownMajor: number;
  progress?: (done: number, total: number) => void;
}

export interface Restored {
  manifest: Manifest;
  /** Whether `secrets.json` was restored. */
  keys: boolean;
}

export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { from, dataDir, passphrase, ownMajor, progress } = options;
  const manifest = await readManifest(from);
  assertReadable(manifest, ownMajor);
  const secrets =
    options.secrets ?? (manifest.keys === 'encrypted' ? await decryptKeys(from, passphrase) : null);
  const isNew = await openEmpty(dataDir);
  try {
    const marker = path.join(dataDir, UNFINISHED_RESTORE);
    await writeDurably(marker, `${from}\n`);
    await copyBack(
      from,
      manifest,
      dataDir,
      ({ kind, file }) => {
        throw new BackupError(
          `The backup is damaged (${kind}: ${file}). Nothing was restored: use another backup.`,
        );
      },
      { durable: true, progress },
    );
    if (secrets !== null) await writeDurably(path.join(dataDir, 'secrets.json'), secrets);
    for await (const entry of walk(dataDir))
      if (entry.folder) await syncFolder(path.join(dataDir, entry.path));
    await unlink(marker);
    await syncFolder(dataDir);
  } catch (error) {
    await clear(dataDir, isNew);
    throw writeProblem(dataDir, error);
  }
  return { manifest, keys: secrets !== null };
}

/** @throws BackupError without the right passphrase */
export async function decryptKeys(from: string, passphrase: string | undefined): Promise<string> {
  if (passphrase === undefined)
    throw new BackupError(
      'The keys of the backup are encrypted: pass the file of the passphrase with --passphrase-file, or set BACKUP_PASSPHRASE_FILE. With a copy of secrets.json, restore with --secrets-file instead.',
    );
  const text = await readFile(path.join(from, KEYS_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The encrypted keys of the backup cannot be read (${error.code}).`);
  });
  return decryptSecrets(text, passphrase);
}

/** @returns whether it made the folder */
async function openEmpty(dataDir: string): Promise<boolean> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    if ((await readdir(dataDir)).length > 0)
      throw new BackupError(`${dataDir} is not empty: a backup is only restored into a new or empty folder.`);
    return made !== undefined;
  } catch (error) {
    throw writeProblem(dataDir, error);
  }
}

async function clear(dataDir: string, isNew: boolean): Promise<void> {
  if (isNew) return rm(dataDir, { recursive: true, force: true });
  for (const name of await readdir(dataDir))
    await rm(path.join(dataDir, name), { recursive: true, force: true });
}
