import net from 'node:net';
import path from 'node:path';
import { StartError } from '../errors/start-error';
import { prepareBinaries } from './binaries';
import {
  ADMIN,
  initialize,
  lastWords,
  openCluster,
  start,
  stop,
  writeSettings,
  type Cluster,
} from './cluster';
import { lockDataDir, lockHolder, type Purpose } from './lock';
import { disarmStaleFile, runningPostgres, type Running } from './postmaster-pid';
import { exists, openDataDir, readPrivate, writePrivate } from './private-files';
import { pause } from './processes';
import { accepts, DATABASE, ensureDatabase } from './roles';
import { chooseUser } from './run-as';
import { clusterFolder, ensureSecrets, readSecrets, secretsFile, type Secrets } from './secrets';

/**
 * The embedded PostgreSQL of a `DATA_DIR`: initialized once, started or adopted, stopped with the service. Creates the
 * empty database with its roles; migrations create the tables.
 */
export interface DatabaseUrls {
  /** Superuser, only for tests and repairs. */
  adminUrl: string;
  migrationUrl: string;
  appUrl: string;
}

export interface EmbeddedPostgres extends DatabaseUrls {
  /** It was already running, left behind by a killed process. */
  adopted: boolean;
  stop(): Promise<void>;
  /** Last resort before an immediate exit: requests the stop without waiting. */
  stopWithoutWaiting(): void;
}

export interface StartOptions {
  dataDir: string;
  /** Progress for users; never contains data. */
  log: (sentence: string) => void;
  purpose?: Purpose;
}

const STOP_SECONDS = 5;
const WRONG_PASSWORD = '28P01';

export async function startEmbeddedPostgres({
  dataDir,
  log,
  purpose = 'server',
}: StartOptions): Promise<EmbeddedPostgres> {
  await openDataDir(dataDir);
  const unlock = await lockDataDir(dataDir, purpose, log);
  try {
    const secrets = await ensureSecrets(dataDir);
    const user = await chooseUser(clusterFolder(dataDir));
    const cluster = await openCluster(dataDir, await prepareBinaries(dataDir, user), user);
    if (!(await exists(path.join(cluster.folder, 'PG_VERSION')))) {
      log('Creating the database');
      await initialize(cluster, secrets.adminPassword);
    }
    const found = await adopt(cluster, secrets);
    const { pid, port } = found ?? (await startOnFreePort(cluster, dataDir));
    const admin = (database: string): string => url(ADMIN, secrets.adminPassword, port, database);
    await ensureDatabase(admin, { owner: secrets.ownerPassword, app: secrets.appPassword }).catch(
      async (error: unknown) => {
        await stop(cluster, STOP_SECONDS);
        throw (error as { code?: unknown }).code === WRONG_PASSWORD
          ? new StartError(
              `${secretsFile(dataDir)} belongs to another database: copy the secrets.json of this one into DATA_DIR.`,
              { cause: error },
            )
          : error;
      },
    );
    return {
      ...urls(secrets, port),
      adopted: found !== null,
      stop: async () => {
        const failed = await stop(cluster, STOP_SECONDS);
        unlock();
        if (failed && (await runningPostgres(cluster.folder)))
          throw new Error(`Postgres did not stop: ${lastWords(failed)}`);
      },
      stopWithoutWaiting: () => {
        unlock();
        try {
          process.kill(pid, 'SIGINT');
        } catch {
          // It has already ended.
        }
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Addresses of the PostgreSQL used by a running server of this folder; null if none is running. */
export async function connectionOfRunningServer(dataDir: string): Promise<DatabaseUrls | null> {
  // A tool stops its PostgreSQL when it ends, so the caller must wait instead of sharing it.
  if ((await lockHolder(dataDir))?.purpose === 'tool') return null;
  const running = await runningPostgres(clusterFolder(dataDir));
  const secrets = running && (await readSecrets(dataDir));
  if (!running || !secrets) return null;
  const found = urls(secrets, running.port);
  return (await accepts(found.appUrl)) ? found : null;
}

async function adopt(cluster: Cluster, secrets: Secrets): Promise<Running | null> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const running = await runningPostgres(cluster.folder);
    if (!running) {
      await disarmStaleFile(cluster.folder);
      return null;
    }
    // Not ready: recovering, or shutting down after its server stopped.
    if (running.ready && (await accepts(url(ADMIN, secrets.adminPassword, running.port, 'postgres'))))
      return running;
    if (Date.now() > deadline) {
      const failed = await stop(cluster, STOP_SECONDS);
      if (failed)
        throw new StartError(
          `A Postgres of this DATA_DIR (pid ${running.pid}) does not respond; end it first.`,
        );
    }
    await pause(100);
  }
}

async function startOnFreePort(cluster: Cluster, dataDir: string): Promise<Running> {
  const file = path.join(dataDir, 'postgres.json');
  let wanted = (await readPrivate<{ port: number }>(file))?.port ?? 0;
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(wanted);
    await writeSettings(cluster, port);
    const failed = await start(cluster);
    const running = failed ? null : await runningPostgres(cluster.folder);
    if (running) {
      if (port !== wanted || attempt > 1) await writePrivate(file, `${JSON.stringify({ port })}\n`);
      return running;
    }
    const said = failed ?? 'it exited immediately';
    const portTaken = /could not bind|in use\?|could not create any TCP/.test(said);
    // Backends of a killed PostgreSQL need a moment to release the shared memory.
    const stillLeaving = /shared memory block|another postmaster|lock file/.test(said);
    if (attempt >= 10 || !(portTaken || stillLeaving))
      throw new StartError(
        `The embedded Postgres could not be started: ${lastWords(said)} (see ${cluster.logFile}).`,
      );
    if (portTaken) wanted = 0;
    else await pause(500);
  }
}

/** The preferred port if free, else one chosen by the system. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))));
    probe.listen({ port: wanted, host: '127.0.0.1', exclusive: true }, () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

const url = (role: string, password: string, port: number, database: string): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

const urls = (secrets: Secrets, port: number): DatabaseUrls => ({
  adminUrl: url(ADMIN, secrets.adminPassword, port, DATABASE),
  migrationUrl: url('clinical_owner', secrets.ownerPassword, port, DATABASE),
  appUrl: url('clinical_app', secrets.appPassword, port, DATABASE),
});
