import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors/start-error';
import { exists } from './private-files';
import { canReach, giveTo, type RunAs } from './run-as';
import { clusterFolder } from './secrets';

/** Runs initdb and pg_ctl on one data folder. Callers decide who may start what, and when. */
export interface Cluster {
  folder: string;
  bin: string;
  user: RunAs | null;
  /** The folder's path as passed to the programs. */
  shownAs: string;
  logFile: string;
}

export const ADMIN = 'clinical_admin';

export async function openCluster(dataDir: string, bin: string, user: RunAs | null): Promise<Cluster> {
  const folder = clusterFolder(dataDir);
  const home = path.dirname(folder);
  await fs.mkdir(home, { recursive: true, mode: 0o700 });
  if (user) {
    // A folder copied by root belongs to root.
    const owners = await Promise.all([home, folder].map((at) => fs.stat(at).catch(() => null)));
    if (owners.some((owner) => owner && owner.uid !== user.uid)) await giveTo(user, home);
  }
  let shownAs = folder;
  if (user && !(await canReach(user, home))) {
    // A parent folder is accessible only to root. The programs start inside the data folder, and this relative path
    // does not need access to the parents.
    if (process.platform !== 'linux')
      throw new StartError(
        `DATA_DIR ${dataDir} cannot be entered by the user that Postgres runs as; choose another.`,
      );
    shownAs = '/proc/self/cwd';
  }
  return { folder, bin, user, shownAs, logFile: path.join(dataDir, 'postgres.log') };
}

/** Not our environment: it contains secrets, and LANG or PG* variables would change the result. */
const BARE = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv;

/** Runs in its own session, so that Ctrl-C in a terminal does not reach it. */
async function run(
  cluster: Cluster,
  program: string,
  args: string[],
  cwd = cluster.folder,
  input?: string,
): Promise<string | null> {
  const before = await logSize(cluster);
  const log = openSync(cluster.logFile, 'a', 0o600);
  const failed = await new Promise<string | null>((resolve) => {
    const child = spawn(path.join(cluster.bin, program), args, {
      cwd,
      ...cluster.user,
      detached: true,
      windowsHide: true,
      stdio: [input === undefined ? 'ignore' : 'pipe', log, log],
      ...(process.platform === 'win32' ? {} : { env: BARE }),
    });
    child.once('error', (error) => resolve(error.message));
    child.stdin?.on('error', () => undefined); // it ended before it read the input
    child.stdin?.end(input);
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? null : `${program} ended with ${signal ?? code}`),
    );
  });
  closeSync(log);
  if (failed === null) return null;
  const said = (await fs.readFile(cluster.logFile)).subarray(before).toString('utf8');
  return `${failed}\n${said}`;
}

async function logSize(cluster: Cluster): Promise<number> {
  const size = (await fs.stat(cluster.logFile).catch(() => null))?.size ?? 0;
  if (size < 10 * 1024 * 1024) return size;
  await fs.rename(cluster.logFile, `${cluster.logFile}.1`);
  return 0;
}

/**
 * Created under a temporary name and renamed when complete, so that an interrupted initdb leaves no partial cluster.
 */
export async function initialize(cluster: Cluster, adminPassword: string): Promise<void> {
  const draft = `${cluster.folder}.new`;
  const passwordFile = path.join(path.dirname(cluster.folder), 'password');
  await fs.rm(draft, { recursive: true, force: true });
  await fs.mkdir(draft, { mode: 0o700 });
  await fs.rm(passwordFile, { force: true });
  await fs.writeFile(passwordFile, adminPassword, { mode: 0o600 });
  if (cluster.user) {
    await fs.chown(draft, cluster.user.uid, cluster.user.gid);
    await fs.chown(passwordFile, cluster.user.uid, cluster.user.gid);
  }
  const hidden = cluster.shownAs !== cluster.folder;
  const failed = await run(
    cluster,
    'initdb',
    [
      '-D',
      hidden ? cluster.shownAs : draft,
      '-U',
      ADMIN,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      `--pwfile=${hidden ? `${cluster.shownAs}/../password` : passwordFile}`,
    ],
    draft,
  );
  await fs.rm(passwordFile, { force: true });
  if (failed) throw new StartError(`The embedded Postgres could not be initialized: ${lastWords(failed)}`);
  await fs.appendFile(path.join(draft, 'postgresql.conf'), "\ninclude 'clinical.conf'\n");
  await fs.rename(draft, cluster.folder);
}

/** Rewritten at each start, so that the values of a newer version apply to an older folder. */
export async function writeSettings(cluster: Cluster, port: number): Promise<void> {
  const file = path.join(cluster.folder, 'clinical.conf');
  const settings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'max_connections = 120',
    "shared_buffers = '128MB'",
    "work_mem = '8MB'",
    'random_page_cost = 1.1',
    'jit = off',
    'fsync = on',
    'synchronous_commit = on',
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "default_text_search_config = 'pg_catalog.simple'",
    'log_checkpoints = off',
    // A failing statement may contain patient data: neither its text nor its values are logged.
    'log_min_error_statement = panic',
    'log_error_verbosity = terse',
    'log_parameter_max_length = 0',
  ];
  await fs.writeFile(file, `# Written at each start; changes are lost.\n${settings.join('\n')}\n`);
  if (cluster.user) await fs.chown(file, cluster.user.uid, cluster.user.gid);
}

/** @returns null, or the programs' output on failure */
export const start = (cluster: Cluster): Promise<string | null> =>
  run(cluster, 'pg_ctl', ['start', '-s', '-w', '-t', '300', '-D', cluster.shownAs]);

export async function stop(cluster: Cluster, seconds: number): Promise<string | null> {
  if (!(await exists(path.join(cluster.folder, 'postmaster.pid')))) return null;
  return run(cluster, 'pg_ctl', [
    'stop',
    '-s',
    '-m',
    'fast',
    '-w',
    '-t',
    String(seconds),
    '-D',
    cluster.shownAs,
  ]);
}

/** Executes one statement without a server, after recovery. @throws StartError */
export async function runSingle(cluster: Cluster, statement: string): Promise<void> {
  const args = ['--single', '-D', cluster.shownAs, 'postgres'];
  const failed = await run(cluster, 'postgres', args, cluster.folder, `${statement}\n`);
  if (failed) throw new StartError(`The embedded Postgres could not be started: ${lastWords(failed)}`);
}

/** The most informative line of a program's output. */
export function lastWords(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const line =
    lines.findLast((entry) => /FATAL|PANIC|ERROR|error:/.test(entry)) ?? lines.at(-1) ?? 'no reason given';
  return line.replace(/^.*?(?:FATAL|PANIC|ERROR|error):\s*/, '').trim();
}
