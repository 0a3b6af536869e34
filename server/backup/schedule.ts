import { spawn, type ChildProcess } from 'node:child_process';
import { Counter, Gauge } from 'prom-client';
import { env } from '../env';
import { registry } from '../http/metrics';
import { startLoop, type Loop } from '../jobs/loop';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { clusterId, lastDue } from './due';
import { listBackups, pruneBackups } from './list-backups';

/**
 * Makes one backup a day in `BACKUP_DIR`, in a separate process, so that requests are not delayed. A missed one is made
 * at the next start; a failed one is repeated after an hour.
 */
const LOOK_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 60 * 60_000;

interface Newest {
  at: Date;
  bytes: number;
}

/** @param program the bundled command-line tool */
export function startBackupSchedule(program: string): Loop | null {
  const folder = env.BACKUP_DIR;
  if (folder === undefined) return null;
  const started = new Date();
  let newest: Newest | null = null;
  let retryAt = 0;
  let child: ChildProcess | null = null;
  const failures = addBackupMetrics(() => ({
    // Without any backup, the age of this process: the alert must not depend on a first success.
    age: (Date.now() - (newest?.at ?? started).getTime()) / 1000,
    bytes: newest?.bytes ?? 0,
  }));

  async function turn(signal: AbortSignal): Promise<void> {
    if (Date.now() < retryAt) return;
    newest = (await newestOf(folder!)) ?? newest;
    if (newest && newest.at >= lastDue(new Date(), env.BACKUP_HOUR)) return;
    const began = performance.now();
    const { code, made, problem } = await run(program, folder!, (process) => {
      child = process;
      if (signal.aborted) process.kill();
    });
    child = null;
    if (signal.aborted) return;
    if (code !== 0 || made === null) {
      failures.inc();
      retryAt = Date.now() + RETRY_AFTER_MS;
      logger.error({ exit_code: code, problem }, 'the scheduled backup failed');
      return;
    }
    newest = await newestOf(folder!);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    logger.info({ backup: made.name, bytes: made.bytes, keys: made.keys, seconds }, 'a backup was made');
    if (made.keys === 'left_out')
      logger.warn('the backup contains no keys: set BACKUP_PASSPHRASE_FILE or copy secrets.json');
    await pruneBackups(folder!, made.system_id, env.BACKUP_KEEP).catch((error: unknown) =>
      logger.error(safeError(error), 'old backups were not removed'),
    );
  }

  const loop = startLoop({ name: 'backups', everyMs: LOOK_EVERY_MS }, turn);
  return {
    ...loop,
    stop() {
      // It removes its unfinished folder.
      child?.kill();
      return loop.stop();
    },
  };
}

async function newestOf(folder: string): Promise<Newest | null> {
  const id = await clusterId(env.DATA_DIR);
  const listed = await listBackups(folder).catch(() => []);
  const own = listed.find(({ manifest }) => manifest?.source.system_id === id)?.manifest;
  return own ? { at: new Date(own.created_at), bytes: own.files.bytes } : null;
}

interface Made {
  name: string;
  bytes: number;
  keys: string;
  system_id: string;
}

function run(
  program: string,
  folder: string,
  started: (child: ChildProcess) => void,
): Promise<{ code: number | null; made: Made | null; problem: string | undefined }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, 'backup', 'create', '--to', folder, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr = (stderr + String(chunk)).slice(-10_000)));
    child.once('error', (error) => resolve({ code: null, made: null, problem: error.name }));
    child.once('close', (code) =>
      resolve({ code, made: readMade(stdout), problem: stderr.trim().split('\n').at(-1) }),
    );
    started(child);
  });
}

function readMade(stdout: string): Made | null {
  try {
    return JSON.parse(stdout) as Made;
  } catch {
    return null;
  }
}

export function addBackupMetrics(figures: () => { age: number; bytes: number }): Counter {
  new Gauge({
    name: 'clinical_backup_age_seconds',
    help: 'Time since the last complete backup in BACKUP_DIR, or since the start without one',
    registers: [registry],
    collect() {
      this.set(figures().age);
    },
  });
  new Gauge({
    name: 'clinical_backup_bytes',
    help: 'Size of the last complete backup in BACKUP_DIR, 0 without one',
    registers: [registry],
    collect() {
      this.set(figures().bytes);
    },
  });
  return new Counter({
    name: 'clinical_backup_failures_total',
    help: 'Scheduled backups that failed in this process',
    registers: [registry],
  });
}
