import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { mkdir, readFile, realpath, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openExisting } from '../embedded/maintenance';
import { clusterFolder } from '../embedded/secrets';
import { BackupError, readProblem, writeProblem } from './backup-error';
import { CONTROL_FILE, isLeftOut, segmentsBetween } from './cluster-files';
import { copyFile, inParallel, syncFolder, writeDurably, type Copied } from './copy-file';
import { countRows } from './count-rows';
import {
  backupName,
  FILE_LIST,
  hashLine,
  KEYS_FILE,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
} from './manifest';
import { openOwnFolder } from './own-folder';
import { assertPassphrase, encryptSecrets } from './passphrase';
import { walk } from './walk';

/**
 * Copies an embedded installation while it is in use, with PostgreSQL's low-level backup API: cluster, the WAL written
 * meanwhile, documents, the anchor file of the audit and the keys. The copy is that of the moment when the backup ends.
 */
export interface CreateOptions {
  dataDir: string;
  anchorFile: string;
  /** Folder of backups. */
  to: string;
  /** Without it the keys are left out. */
  passphrase: string | undefined;
  log: (sentence: string) => void;
  progress?: (done: number, total: number) => void;
  now?: Date;
}

export interface Created {
  name: string;
  folder: string;
  manifest: Manifest;
}

const AT_ONCE = 4;
const MEGABYTE = 1024 * 1024;
/** Of the demo. Other files of `DATA_DIR` are made again at the start. */
const DATA_FILES = ['demo.json', 'demo-laboratory.json'];
export const ANCHOR_COPY = 'audit-anchor.jsonl';

export async function createBackup(options: CreateOptions): Promise<Created> {
  const { dataDir, to, passphrase, log, now = new Date() } = options;
  if (passphrase !== undefined) assertPassphrase(passphrase);
  const parent = path.resolve(to);
  if (isBelow(parent, await realpath(dataDir).catch(() => dataDir)) || isBelow(parent, dataDir))
    throw new BackupError(`${parent} is inside DATA_DIR: choose a folder on another disk.`);
  const postgres = await openExisting(dataDir, log);
  try {
    const own = await openOwnFolder(parent, backupName(now));
    try {
      const manifest = await fill(own.folder, postgres.adminUrl, options, now);
      await own.complete();
      const name = backupName(now);
      return { name, folder: path.join(parent, name), manifest };
    } catch (error) {
      await own.remove();
      throw databaseProblem(writeProblem(parent, error));
    }
  } finally {
    await postgres.close();
  }
}

/** SQLSTATE class 57: the server is shutting down or crashed. */
const databaseProblem = (error: Error & { code?: string }): Error =>
  error.code?.startsWith('57P') ||
  error.code === 'ECONNRESET' ||
  error.message.startsWith('Connection terminated')
    ? new BackupError('The database stopped during the backup. Nothing was kept.', { cause: error })
    : error;

const isBelow = (folder: string, above: string): boolean => {
  const relative = path.relative(above, folder);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
};

async function fill(
  folder: string,
  adminUrl: string,
  { dataDir, anchorFile, passphrase, log, progress }: CreateOptions,
  now: Date,
): Promise<Manifest> {
  const cluster = clusterFolder(dataDir);
  const documents = path.join(dataDir, 'documents');
  const list = openList(path.join(folder, FILE_LIST));
  const total = (await sizeOf(cluster)) + (await sizeOf(documents));
  let done = 0;
  const add = (at: string, copied: Copied) => {
    list.add(at, copied);
    done += copied.size;
    progress?.(Math.floor(Math.min(done, total - 1) / MEGABYTE), Math.ceil(total / MEGABYTE));
  };
  const copy = async (from: string, at: string): Promise<Copied | null> => {
    const copied = await copyFile(from, path.join(folder, at));
    if (copied) add(at, copied);
    return copied;
  };
  const write = async (at: string, content: string | Buffer) =>
    add(at, await writeDurably(path.join(folder, at), content));

  const client = await connect(adminUrl);
  try {
    const server = await startBackup(client, path.basename(folder));
    log('Copying the database');
    const folders: string[] = [];
    await inParallel(walk(cluster, isLeftOut), AT_ONCE, async (entry) => {
      const at = `cluster/${entry.path}`;
      if (!entry.folder) return void (await copy(path.join(cluster, entry.path), at));
      folders.push(at);
      await mkdir(path.join(folder, at), { recursive: true, mode: 0o700 });
    });
    log('Copying the documents');
    const copiedDocuments = { count: 0, bytes: 0 };
    const copyDocument = async (key: string) => {
      const copied = await copy(path.join(documents, key), `documents/${key}`);
      if (!copied) return;
      copiedDocuments.count += 1;
      copiedDocuments.bytes += copied.size;
    };
    await inParallel(walk(documents, isStaged), AT_ONCE, async ({ path: key, folder: isFolder }) => {
      if (!isFolder) await copyDocument(key);
    });
    // Before the end of the backup: an anchor must not be newer than the database.
    await writeAnchors(anchorFile, (content) => write(`data/${ANCHOR_COPY}`, content));
    for (const file of DATA_FILES) await copy(path.join(dataDir, file), `data/${file}`);
    if (passphrase !== undefined)
      await write(
        KEYS_FILE,
        await encryptSecrets(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'), passphrase),
      );
    const before = await countRows(client);
    const end = await stopBackup(client);
    const after = new Map((await countRows(client)).map(({ name, rows }) => [name, rows]));

    await write('cluster/backup_label', end.label);
    await write(`cluster/${CONTROL_FILE}`, await readWhole(path.join(cluster, CONTROL_FILE)));
    await copyWal(cluster, server, end, copy);
    // A row that was committed during the backup names a file that was not there at first. Files whose rows were
    // committed after the end belong to no document.
    await inParallel(walk(documents, isStaged), AT_ONCE, async ({ path: key, folder: isFolder }) => {
      if (isFolder || (await exists(path.join(folder, 'documents', key)))) return;
      await copyDocument(key);
    });
    for (const at of ['cluster', ...folders]) await syncFolder(path.join(folder, at));
    for await (const { path: at, folder: isFolder } of walk(folder))
      if (isFolder && !at.startsWith('cluster')) await syncFolder(path.join(folder, at));
    const files = list.close();
    const manifest: Manifest = {
      format: 1,
      program_version: await programVersion(),
      created_at: now.toISOString(),
      source: { host: os.hostname(), data_dir: dataDir, system_id: server.systemId },
      postgres: {
        version: server.version,
        timeline: server.timeline,
        start_lsn: server.startLsn,
        stop_lsn: end.lsn,
        first_segment: server.firstSegment,
        last_segment: end.lastSegment,
      },
      files,
      folders: folders.sort(),
      documents: copiedDocuments,
      keys: passphrase === undefined ? 'left_out' : 'encrypted',
      tables: before.map(({ name, rows, shrinks }) => ({
        name,
        before: rows,
        after: after.get(name) ?? rows,
        shrinks,
      })),
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeDurably(path.join(folder, MANIFEST), text);
    await writeDurably(path.join(folder, MANIFEST_HASH), hashLine(text));
    progress?.(Math.ceil(total / MEGABYTE), Math.ceil(total / MEGABYTE));
    return manifest;
  } finally {
    list.abandon();
    await client.end().catch(() => undefined);
  }
}

async function connect(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

interface Server {
  version: number;
  systemId: string;
  timeline: number;
  segmentBytes: number;
  startLsn: string;
  firstSegment: string;
}

async function startBackup(client: pg.Client, label: string): Promise<Server> {
  const { rows } = await client.query<{
    version: number;
    wal_level: string;
    segment: string;
    system: string;
    timeline: number;
  }>(
    `select current_setting('server_version_num')::int as version, current_setting('wal_level') as wal_level,
       (select setting from pg_settings where name = 'wal_segment_size') as segment,
       (select system_identifier::text from pg_control_system()) as system,
       (select timeline_id from pg_control_checkpoint()) as timeline`,
  );
  const found = rows[0]!;
  if (found.wal_level === 'minimal')
    throw new BackupError(
      'The database has wal_level = minimal, which excludes backups: remove this setting.',
    );
  // Keeps the WAL from its creation until this session ends, even if the session is killed.
  await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [
    `backup_${process.pid}_${Date.now()}`,
  ]);
  const started = await client.query<{ lsn: string; segment: string }>(
    'select lsn::text, pg_walfile_name(lsn) as segment from pg_backup_start($1, true) as lsn',
    [label],
  );
  const { lsn, segment } = started.rows[0]!;
  return {
    version: found.version,
    systemId: found.system,
    timeline: found.timeline,
    segmentBytes: Number(found.segment),
    startLsn: lsn,
    firstSegment: segment,
  };
}

interface End {
  lsn: string;
  lastSegment: string;
  label: string;
}

async function stopBackup(client: pg.Client): Promise<End> {
  const { rows } = await client.query<{ lsn: string; segment: string; label: string; tablespaces: string }>(
    `select lsn::text, pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as tablespaces
     from pg_backup_stop(false)`,
  );
  const { lsn, segment, label, tablespaces } = rows[0]!;
  if (tablespaces.trim() !== '')
    throw new BackupError('The database has tablespaces outside of DATA_DIR, which are not backed up.');
  return { lsn, lastSegment: segment, label };
}

/** The end of a backup completes its last segment, and the slot has kept all earlier ones. */
async function copyWal(
  cluster: string,
  server: Server,
  end: End,
  copy: (from: string, at: string) => Promise<Copied | null>,
): Promise<void> {
  for (const name of segmentsBetween(server.firstSegment, end.lastSegment, server.segmentBytes)) {
    const copied = await copy(path.join(cluster, 'pg_wal', name), `cluster/pg_wal/${name}`);
    if (copied?.size !== server.segmentBytes)
      throw new BackupError(`The WAL segment ${name} was removed during the backup: make another one.`);
  }
}

/** Until two reads agree, because a write may be in progress. */
async function readWhole(file: string): Promise<Buffer> {
  for (let last = await readFile(file); ;) {
    const next = await readFile(file);
    if (next.equals(last)) return next;
    last = next;
  }
}

/** Without a line that is being written. */
async function writeAnchors(file: string, write: (content: Buffer) => Promise<void>): Promise<void> {
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw readProblem(file, error);
  });
  if (content) await write(content.subarray(0, content.lastIndexOf('\n') + 1));
}

/** Bytes of uploads in progress, which no row names. */
const isStaged = ({ path: key }: { path: string }): boolean => key.startsWith('staged/');

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const entry of walk(folder, (one) => isLeftOut(one) || isStaged(one)))
    if (!entry.folder) bytes += (await stat(path.join(folder, entry.path)).catch(() => ({ size: 0 }))).size;
  return bytes;
}

async function programVersion(): Promise<string> {
  const text = await readFile(path.resolve('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

const LIST_BUFFER = 64 * 1024;

/** Lines of `files.jsonl`, in the order in which copies end. */
function openList(file: string) {
  const hash = createHash('sha256');
  let descriptor: number | null = openSync(file, 'wx', 0o600);
  let waiting = '';
  const sums = { count: 0, bytes: 0 };
  const flush = () => {
    hash.update(waiting);
    for (let bytes = Buffer.from(waiting); bytes.length > 0;)
      bytes = bytes.subarray(writeSync(descriptor!, bytes));
    waiting = '';
  };
  return {
    add(at: string, { size, sha256 }: Copied) {
      waiting += `${JSON.stringify({ path: at, size, sha256 })}\n`;
      sums.count += 1;
      sums.bytes += size;
      if (waiting.length > LIST_BUFFER) flush();
    },
    close(): Manifest['files'] {
      flush();
      fsyncSync(descriptor!);
      closeSync(descriptor!);
      descriptor = null;
      return { ...sums, list_sha256: hash.digest('hex') };
    },
    /** After a failure; no effect on a closed list. */
    abandon() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}
