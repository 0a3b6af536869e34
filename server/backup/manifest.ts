import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { BackupError } from './backup-error';

/**
 * What a backup folder contains. `manifest.json` describes the whole, `manifest.sha256` protects it, and `files.jsonl`
 * lists every other file. The list is separate, so that it never has to fit into memory.
 */
export const MANIFEST = 'manifest.json';
export const MANIFEST_HASH = 'manifest.sha256';
export const FILE_LIST = 'files.jsonl';
export const KEYS_FILE = 'keys.json';
/** Ends the name of a folder whose backup is in progress, was interrupted or is being removed. */
export const INCOMPLETE = '.incomplete';

const name = /^backup-\d{8}T\d{6}Z$/;

export const backupName = (at: Date): string =>
  `backup-${at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}`;
export const isBackupName = (text: string): boolean => name.test(text);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const manifest = z.object({
  format: z.literal(1),
  program_version: z.string(),
  created_at: z.iso.datetime(),
  source: z.object({
    host: z.string(),
    data_dir: z.string(),
    /** Of the cluster; the same after a restore. */
    system_id: z.string(),
  }),
  postgres: z.object({
    /** `server_version_num` */
    version: z.number().int(),
    timeline: z.number().int(),
    start_lsn: z.string(),
    stop_lsn: z.string(),
    first_segment: z.string(),
    last_segment: z.string(),
  }),
  files: z.object({ count, bytes: count, list_sha256: sha256 }),
  /** Folders of the cluster, because copies to other storage may lose empty ones. */
  folders: z.array(z.string()),
  documents: z.object({ count, bytes: count }),
  keys: z.enum(['encrypted', 'left_out']),
  /** Rows before and after the end of the backup. Tables that change lie between them in a restored database. */
  tables: z.array(z.object({ name: z.string(), before: count, after: count, shrinks: z.boolean() })),
});
export type Manifest = z.output<typeof manifest>;

const line = z.object({ path: z.string().refine(isInside), size: count, sha256 });
export type FileLine = z.output<typeof line>;

/** Below one of the backup's own folders, and never out of them. */
function isInside(file: string): boolean {
  const parts = file.split('/');
  return (
    (file === KEYS_FILE || (parts.length > 1 && ['cluster', 'documents', 'data'].includes(parts[0]!))) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..') &&
    !/[\\\0]/.test(file)
  );
}

export const hashLine = (text: string): string =>
  `${createHash('sha256').update(text).digest('hex')}  ${MANIFEST}\n`;

/** @throws BackupError if it is absent, damaged or of a newer program */
export async function readManifest(folder: string): Promise<Manifest> {
  if (path.basename(folder).endsWith(INCOMPLETE))
    throw new BackupError(`${folder} is an incomplete backup and cannot be used.`);
  const read = (file: string) =>
    readFile(path.join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${folder} is not a complete backup: ${file} cannot be read (${error.code}).`);
    });
  const text = await read(MANIFEST);
  if ((await read(MANIFEST_HASH)) !== hashLine(text))
    throw new BackupError(`${folder} is damaged: ${MANIFEST} differs from its checksum.`);
  const parsed = JSON.parse(text) as { format?: unknown };
  if (parsed.format !== 1)
    throw new BackupError(`${folder} was made by another version of this program: use that version.`);
  return manifest.parse(parsed);
}

/** Streams the list of files. @throws BackupError if it differs from the manifest */
export async function* readFileList(folder: string, { files }: Manifest): AsyncGenerator<FileLine> {
  const file = path.join(folder, FILE_LIST);
  const damaged = (why: string) => new BackupError(`${folder} is damaged: ${FILE_LIST} ${why}.`);
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  } catch (error) {
    throw damaged(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (hash.digest('hex') !== files.list_sha256) throw damaged('differs from its checksum');
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield line.parse(JSON.parse(text));
}
