import { prepareBinaries } from './binaries';
import { ADMIN, openCluster, runSingle } from './cluster';
import { connectionOfRunningServer, startEmbeddedPostgres } from './embedded-postgres';
import { chooseUser } from './run-as';
import { clusterFolder, ensureSecrets } from './secrets';
import { exists } from './private-files';
import path from 'node:path';
import { StartError } from '../errors/start-error';

/** What backups and the operator's commands need of the embedded PostgreSQL. */

/** An empty database made by a command would hide that `DATA_DIR` is wrong: every check of it succeeds. */
export async function assertDatabase(dataDir: string): Promise<void> {
  if (!(await exists(path.join(clusterFolder(dataDir), 'PG_VERSION'))))
    throw new StartError(
      `DATA_DIR ${dataDir} contains no database: set DATA_DIR to the folder of the service, or start the service first.`,
    );
}

/** Of the running server, else started until `close`. Never migrates. */
export async function openExisting(
  dataDir: string,
  log: (sentence: string) => void,
): Promise<{ adminUrl: string; close(): Promise<void> }> {
  await assertDatabase(dataDir);
  const running = await connectionOfRunningServer(dataDir);
  if (running) return { adminUrl: running.adminUrl, close: async () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir, log, purpose: 'tool' });
  const leave = () => postgres.stopWithoutWaiting();
  process.on('exit', leave);
  return {
    adminUrl: postgres.adminUrl,
    async close() {
      process.off('exit', leave);
      await postgres.stop();
    },
  };
}

/**
 * Gives a copied cluster the password in the secrets of its folder, in single-user mode: the original secrets may be
 * unavailable. Recovers the copy first.
 * @throws StartError if PostgreSQL cannot read the copy
 */
export async function adoptCopy(dataDir: string): Promise<void> {
  const { adminPassword } = await ensureSecrets(dataDir);
  const user = await chooseUser(clusterFolder(dataDir));
  const cluster = await openCluster(dataDir, await prepareBinaries(dataDir, user), user);
  await runSingle(cluster, `ALTER ROLE ${ADMIN} PASSWORD '${adminPassword}'`);
}
