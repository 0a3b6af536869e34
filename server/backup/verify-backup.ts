import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openAnchorFile } from '../audit/anchor';
import { verifyAudit } from '../audit/verify/verify';
import { closePool } from '../db/client';
import { migrate } from '../db/migrate';
import { asWorkerInSnapshot } from '../db/transaction';
import { verifyDocuments } from '../domain/documents/verify-documents';
import { registerKeys } from '../domain/encryption-keys/register-keys';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded/embedded-postgres';
import { adoptCopy } from '../embedded/maintenance';
import { ensureSecrets } from '../embedded/secrets';
import { completeEnv, env } from '../env';
import { isStartError } from '../errors/start-error';
import { BackupError, writeProblem } from './backup-error';
import { compareCounts, countRows } from './count-rows';
import { ANCHOR_COPY } from './create-backup';
import { readManifest, type Manifest } from './manifest';
import { assertReadable, copyBack, decryptKeys, type Damage } from './restore-backup';

/**
 * Tests a backup by using it: restores it into a scratch folder, starts PostgreSQL there, and checks rows, audit and
 * documents. Changes the settings of this process, so nothing else may run in it.
 */
export interface VerifyOptions {
  from: string;
  /** Parent of the scratch folder. */
  scratch?: string | undefined;
  /** Without it, the keys are not checked. */
  passphrase: string | undefined;
  ownMajor: number;
  log: (sentence: string) => void;
  progress?: (done: number, total: number) => void;
}

export interface Verified {
  manifest: Manifest | null;
  /** One sentence each, without patient data. */
  findings: string[];
  notes: string[];
  rows: number;
  documents: number;
}

const MOST_LISTED = 1_000;

export async function verifyBackup(options: VerifyOptions): Promise<Verified> {
  const { from, passphrase, ownMajor, log, progress } = options;
  const result: Verified = { manifest: null, findings: [], notes: [], rows: 0, documents: 0 };
  const find = (sentence: string) => {
    if (result.findings.length < MOST_LISTED) result.findings.push(sentence);
  };
  try {
    result.manifest = await readManifest(from);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    find(error.message);
    return result;
  }
  const { manifest } = result;
  assertReadable(manifest, ownMajor);
  const scratch = await openScratch(options.scratch ?? os.tmpdir());
  try {
    // First, because secrets are only made for a folder without a database.
    await ensureSecrets(scratch.folder);
    log('Restoring into a scratch folder');
    const damages: Damage[] = [];
    await copyBack(
      from,
      manifest,
      scratch.folder,
      (damage) => {
        damages.push(damage);
        find(`${damage.kind}  ${damage.file}`);
      },
      { durable: false, progress },
    ).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw writeProblem(scratch.folder, error);
      find(error.message);
    });
    const keys = await readKeys(from, manifest, passphrase, find, result.notes);
    if (result.findings.length > damages.length || damages.some(({ file }) => file.startsWith('cluster/')))
      result.notes.push('The database was not started, because its files are damaged.');
    else await checkRunning(scratch.folder, manifest, keys, find, result, log);
  } finally {
    await scratch.remove();
  }
  return result;
}

async function openScratch(parent: string) {
  const folder = await mkdtemp(path.join(parent, 'clinical-verify-')).catch((error: unknown) => {
    throw writeProblem(parent, error);
  });
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  const leave = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', leave);
  return {
    folder,
    async remove() {
      await rm(folder, { recursive: true, force: true });
      process.off('exit', leave);
    },
  };
}

/** The encryption keys, where they can be read; kept in memory only. */
async function readKeys(
  from: string,
  manifest: Manifest,
  passphrase: string | undefined,
  find: (sentence: string) => void,
  notes: string[],
): Promise<string | null> {
  if (manifest.keys === 'left_out')
    notes.push('The backup contains no keys. To use it, secrets.json of the installation is needed as well.');
  else if (passphrase === undefined)
    notes.push('The keys were not checked, because no passphrase was given.');
  else
    try {
      const { encryptionKeys } = JSON.parse(await decryptKeys(from, passphrase)) as {
        encryptionKeys: string;
      };
      return env.ENCRYPTION_KEYS ?? encryptionKeys;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      find(error.message);
    }
  return null;
}

async function checkRunning(
  dataDir: string,
  manifest: Manifest,
  keys: string | null,
  find: (sentence: string) => void,
  result: Verified,
  log: (sentence: string) => void,
): Promise<void> {
  log('Starting PostgreSQL there');
  let postgres: EmbeddedPostgres;
  try {
    await adoptCopy(dataDir);
    postgres = await startEmbeddedPostgres({ dataDir, log, purpose: 'tool' });
  } catch (error) {
    if (!isStartError(error)) throw error;
    return find(error.message);
  }
  const leave = () => postgres.stopWithoutWaiting();
  process.on('exit', leave);
  try {
    const counts = await withClient(postgres.adminUrl, countRows);
    result.rows = counts.reduce((sum, { rows }) => sum + rows, 0);
    for (const sentence of compareCounts(manifest.tables, counts)) find(sentence);
    completeEnv({ DATA_DIR: dataDir });
    completeEnv({
      DATABASE_URL: postgres.appUrl,
      MIGRATION_DATABASE_URL: postgres.migrationUrl,
      ENCRYPTION_KEYS: keys ?? (await ensureSecrets(dataDir)).encryptionKeys,
    });
    // A backup of an earlier version is checked after its migration.
    await migrate(postgres.migrationUrl);
    if (keys !== null) await registerKeys();
    log('Verifying the audit log and the documents');
    await checkAudit(path.join(dataDir, ANCHOR_COPY), find);
    const documents = await verifyDocuments(null, ({ kind, id, file }) => {
      if (kind !== 'orphaned') find(`document ${kind}  ${id}  ${file}`);
    });
    result.documents = documents.checked;
    if (env.STORAGE_URL !== undefined)
      result.notes.push('The documents are those of STORAGE_URL; the backup contains none.');
    if (documents.counts.orphaned > 0)
      result.notes.push(
        `${documents.counts.orphaned} files belong to no document: they were stored or removed during the backup.`,
      );
  } catch (error) {
    if (!isStartError(error)) throw error;
    find(error.message);
  } finally {
    process.off('exit', leave);
    await closePool();
    await postgres.stop();
  }
}

async function checkAudit(anchorFile: string, find: (sentence: string) => void): Promise<void> {
  const anchor = (await stat(anchorFile).catch(() => null)) ? await openAnchorFile(anchorFile) : null;
  const { findings, counts } = await asWorkerInSnapshot((tx) =>
    verifyAudit({ query: (text, values) => tx.client.query(text, values) }, { orgId: null, anchor }),
  );
  for (const { kind, org, message } of findings) find(`audit ${kind}  ${org}  ${message}`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total > findings.length) find(`audit: ${total - findings.length} more findings`);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
