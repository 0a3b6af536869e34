import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { freePort } from '../../support/server';
import { startService } from '../../support/service';

/** The built service in a temporary folder, a key, a patient, and what is visible of the process from outside. */

export interface Setup {
  url: string;
  host: string;
  pid: number;
  key: string;
  patientId: string;
  /** Where the service stores documents. */
  root: string;
  /** Rows of documents by status. */
  rows(): Promise<Record<string, number>>;
  /** Files of uploads in progress, and of documents. */
  files(): Promise<{ staged: number; placed: number }>;
  output(): string;
  close(): Promise<void>;
}

export async function startSetup(settings: Record<string, string> = {}): Promise<Setup> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-documents-'));
  const service = await startService({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    ...settings,
  }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const admin = async (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ENCRYPTION_KEYS: '' };
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/admin.mjs', ...args, '--json'], {
      env,
    });
    return JSON.parse(stdout) as Record<string, string>;
  };
  const scopes = 'patients:read,documents:read,documents:write';
  const made = ['--org', 'demo', '--name', 'documents', '--scopes', scopes, '--rate-limit', '1000000'];
  const { key } = await admin('api-key', 'create', ...made);
  const answer = await fetch(`${service.url}/v1/patients?limit=1&status=active`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  const pool = new pg.Pool({
    connectionString: (await connectionOfRunningServer(dataDir))!.adminUrl,
    max: 1,
  });
  const root = path.join(dataDir, 'documents');
  return {
    url: service.url,
    host: new URL(service.url).host,
    pid: service.child.pid!,
    key: key!,
    patientId: data[0]!.id,
    root,
    async rows() {
      const { rows } = await pool.query<{ status: string; n: number }>(
        'SELECT status, count(*)::int AS n FROM documents GROUP BY status',
      );
      return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
    },
    async files() {
      const all = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = all.filter((entry) => entry.isFile());
      const staged = files.filter((entry) => entry.parentPath === path.join(root, 'staged')).length;
      return { staged, placed: files.length - staged };
    },
    output: service.output,
    async close() {
      await pool.end().catch(() => undefined);
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function residentMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)![1]) / 1024;
}

/** Runs `work` and returns how much the process's memory exceeded its previous level. */
export async function peakGrowth(
  pid: number,
  work: () => Promise<void>,
): Promise<{ before: number; grown: number }> {
  const before = await residentMb(pid);
  let peak = before;
  const timer = setInterval(
    () =>
      void residentMb(pid).then(
        (now) => (peak = Math.max(peak, now)),
        () => undefined,
      ),
    20,
  );
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { before, grown: peak - before };
}
