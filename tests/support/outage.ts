import fs from 'node:fs/promises';
import { prepareBinaries } from '../../server/embedded/binaries';
import { openCluster, start, stop, type Cluster } from '../../server/embedded/cluster';
import { disarmStaleFile, runningPostgres } from '../../server/embedded/postmaster-pid';
import { chooseUser } from '../../server/embedded/run-as';
import { clusterFolder } from '../../server/embedded/secrets';

/** Makes a running service's PostgreSQL unavailable, and available again on the same port. */

/** Shut down; killed with all its children; stopped by a signal, so that it does not respond (Linux only). */
export type Way = 'stop' | 'crash' | 'hang';

/** @returns restarts it; resolves when it is started, which may be before it accepts connections */
export async function takePostgres(dataDir: string, way: Way): Promise<() => Promise<void>> {
  const folder = clusterFolder(dataDir);
  const running = await runningPostgres(folder);
  if (!running) throw new Error('There is no Postgres to take away.');
  if (way === 'hang') return freeze(running.pid);
  const user = await chooseUser(folder);
  const cluster = await openCluster(dataDir, await prepareBinaries(dataDir, user), user);
  if (way === 'stop') {
    const failed = await stop(cluster, 30);
    if (failed) throw new Error(`Postgres did not stop: ${failed}`);
  } else signal([running.pid, ...(await childrenOf(running.pid))], 'SIGKILL');
  return () => startAgain(cluster);
}

async function freeze(postmaster: number): Promise<() => Promise<void>> {
  // First the postmaster, which starts the others.
  signal([postmaster], 'SIGSTOP');
  const children = await childrenOf(postmaster);
  signal(children, 'SIGSTOP');
  return () => Promise.resolve(signal([...children, postmaster], 'SIGCONT'));
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The name in parentheses may contain spaces, so fields are counted after it. The second one is the parent.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/** The remains of a killed instance may take a moment to disappear. */
async function startAgain(cluster: Cluster): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await disarmStaleFile(cluster.folder);
    const failed = await start(cluster);
    if (!failed) return;
    if (attempt === 10) throw new Error(`Postgres did not start: ${failed}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
