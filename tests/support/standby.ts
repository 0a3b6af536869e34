import { appendFile, chmod, chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/db/migrate';
import { prepareBinaries } from '../../server/embedded/binaries';
import { openCluster, start, stop, writeSettings, type Cluster } from '../../server/embedded/cluster';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/embedded/embedded-postgres';
import { chooseUser } from '../../server/embedded/run-as';
import { clusterFolder } from '../../server/embedded/secrets';
import { freePort } from './server';

/** A migrated PostgreSQL and its standby, each in its own folder. */
export interface Pair {
  primary: EmbeddedPostgres;
  /** Its folder. */
  home: string;
  standby: Cluster;
  portOfStandby: number;
  /** As superuser. */
  ask(server: 'primary' | 'standby', statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export const withPort = (url: string, port: number): string =>
  Object.assign(new URL(url), { port: String(port) }).href;

export async function startPair(): Promise<Pair> {
  const home = { one: '', two: '' };
  for (const name of ['one', 'two'] as const) {
    home[name] = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
    await chmod(home[name], 0o711);
  }
  let primary = await startEmbeddedPostgres({ dataDir: home.one, log: () => undefined });
  await migrate(primary.migrationUrl);
  await primary.stop();
  await cp(home.one, home.two, { recursive: true });
  primary = await startEmbeddedPostgres({ dataDir: home.one, log: () => undefined });

  const user = await chooseUser(clusterFolder(home.two));
  const standby = await openCluster(home.two, await prepareBinaries(home.two, user), user);
  const { hostname, port, username, password } = new URL(primary.adminUrl);
  await writeFile(path.join(standby.folder, 'standby.signal'), '');
  await appendFile(
    path.join(standby.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  const { uid, gid } = await stat(standby.folder);
  await chown(path.join(standby.folder, 'standby.signal'), uid, gid);
  const portOfStandby = await freePort();
  await writeSettings(standby, portOfStandby);
  const failed = await start(standby);
  if (failed !== null) throw new Error(failed);
  const urls = { primary: primary.adminUrl, standby: withPort(primary.adminUrl, portOfStandby) };
  return {
    primary,
    home: home.one,
    standby,
    portOfStandby,
    async ask(server, statement) {
      const client = new pg.Client({ connectionString: urls[server] });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(statement)).rows;
      } finally {
        await client.end();
      }
    },
    async stop() {
      await stop(standby, 5);
      await primary.stop().catch(() => undefined);
      for (const folder of Object.values(home)) await rm(folder, { recursive: true, force: true });
    },
  };
}
