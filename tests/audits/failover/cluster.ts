import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { chooseUser, giveTo, type RunAs } from '../../../server/embedded/run-as';
import { freePort } from '../../support/server';
import { pause } from '../deliveries/parts';

/** Three PostgreSQL of Debian under Patroni, with one etcd, on loopback. */

const BINARIES = '/usr/lib/postgresql/15/bin';
const MEMBERS = ['one', 'two', 'three'];
/** The settings that docs/operations/failover.md recommends. `ttl` is at least `loop_wait` + 2 × `retry_timeout`. */
const SETTINGS = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 200, shared_buffers: '64MB', wal_keep_size: '512MB' },
  },
};

/** @returns the packages of Debian that are not installed */
export function missingPackages(): string[] {
  const missing: string[] = [];
  if (!existsSync(`${BINARIES}/postgres`)) missing.push('postgresql-15');
  if (spawnSync('patroni', ['--version']).error) missing.push('patroni');
  if (spawnSync('etcd', ['--version']).error) missing.push('etcd-server');
  return missing;
}

interface Member {
  name: string;
  folder: string;
  port: number;
  rest: number;
  patroni: ChildProcess | null;
}

/** A member as the REST interface of Patroni shows it. */
interface Shown {
  name: string;
  role: string;
  state: string;
}

export interface Cluster {
  /** For `DATABASE_URL` and `MIGRATION_DATABASE_URL`. */
  url(user: string, password: string): string;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Kills PostgreSQL of the primary, and with it Patroni, as if the machine had failed. @returns starts it again */
  killPrimary(machine: boolean): Promise<() => void>;
  /** Waits until there are a primary, a synchronous and an asynchronous standby. */
  whole(): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder which the user of PostgreSQL may enter */
export async function startCluster(folder: string): Promise<Cluster> {
  const user = await chooseUser(folder);
  const etcd = await startEtcd(path.join(folder, 'etcd'), user);
  const members: Member[] = [];
  for (const name of MEMBERS) {
    const member = {
      name,
      folder: path.join(folder, name),
      port: await freePort(),
      rest: await freePort(),
      patroni: null,
    };
    await configure(member, etcd.port, user);
    members.push(member);
  }
  const start = (member: Member) => (member.patroni = startPatroni(member, user));
  const shown = async (): Promise<Shown[]> => {
    for (const { rest, patroni } of members)
      if (patroni?.exitCode === null && patroni.signalCode === null) {
        const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => null);
        if (answer?.ok) return ((await answer.json()) as { members: Shown[] }).members;
      }
    return [];
  };
  const primary = async () => {
    const leader = (await shown()).find(({ role, state }) => role === 'leader' && state === 'running');
    return members.find(({ name }) => name === leader?.name);
  };
  const whole = async () => {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(200)) {
      const roles = (await shown()).flatMap(({ role, state }) =>
        state === 'running' || state === 'streaming' ? [role] : [],
      );
      if (['leader', 'sync_standby', 'replica'].every((role) => roles.includes(role))) return;
    }
    throw new Error(`The cluster is not whole: ${JSON.stringify(await shown())}`);
  };
  for (const member of members) {
    start(member);
    while (!(await primary())) await pause(200);
  }
  await whole();
  return {
    whole,
    url: (name, password) =>
      `postgres://${name}:${password}@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/clinical?target_session_attrs=read-write`,
    async query(text, values = []) {
      const { port } = (await primary())!;
      const database = text.startsWith('CREATE') ? 'postgres' : 'clinical';
      const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` });
      await client.connect();
      try {
        return (await client.query(text, values)).rows as never;
      } finally {
        await client.end();
      }
    },
    async killPrimary(machine) {
      const member = (await primary())!;
      const postmaster = await postmasterOf(member);
      if (machine) {
        const ended = once(member.patroni!, 'exit');
        member.patroni!.kill('SIGKILL');
        await ended;
      }
      process.kill(postmaster, 'SIGKILL');
      return () => void (machine && start(member));
    },
    async stop() {
      for (const member of members) {
        // Patroni would start PostgreSQL again.
        member.patroni?.kill('SIGKILL');
        const postmaster = await postmasterOf(member).catch(() => null);
        if (postmaster) process.kill(postmaster, 'SIGQUIT');
        while (existsSync(path.join(member.folder, 'data/postmaster.pid'))) await pause(100);
      }
      etcd.child.kill('SIGTERM');
      await once(etcd.child, 'exit');
    },
  };
}

async function postmasterOf({ folder }: Member): Promise<number> {
  return Number((await readFile(path.join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function startEtcd(folder: string, user: RunAs | null) {
  const [port, peer] = [await freePort(), await freePort()];
  await mkdir(folder, { mode: 0o700 });
  if (user) await giveTo(user, folder);
  const addresses = { client: `http://127.0.0.1:${port}`, peer: `http://127.0.0.1:${peer}` };
  const settings = {
    ETCD_DATA_DIR: folder,
    ETCD_NAME: 'one',
    ETCD_LOG_LEVEL: 'error',
    ETCD_UNSAFE_NO_FSYNC: 'true',
    ETCD_LISTEN_CLIENT_URLS: addresses.client,
    ETCD_ADVERTISE_CLIENT_URLS: addresses.client,
    ETCD_LISTEN_PEER_URLS: addresses.peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: addresses.peer,
    ETCD_INITIAL_CLUSTER: `one=${addresses.peer}`,
  };
  const env = { PATH: process.env.PATH, ...settings } as unknown as NodeJS.ProcessEnv;
  const child = spawn('etcd', [], { ...user, env, stdio: 'ignore' });
  return { child, port };
}

async function configure(member: Member, etcd: number, user: RunAs | null): Promise<void> {
  const { name, folder, port, rest } = member;
  await mkdir(folder, { mode: 0o700 });
  const address = (of: number) => ({ listen: `127.0.0.1:${of}`, connect_address: `127.0.0.1:${of}` });
  const configuration = {
    scope: 'clinical',
    name,
    restapi: address(rest),
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: { dcs: SETTINGS, initdb: [{ encoding: 'UTF8' }, 'data-checksums', { locale: 'C.UTF-8' }] },
    postgresql: {
      ...address(port),
      bin_dir: BINARIES,
      data_dir: path.join(folder, 'data'),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'rewinder' },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
  };
  // YAML includes JSON.
  await writeFile(path.join(folder, 'patroni.yaml'), JSON.stringify(configuration));
  if (user) await giveTo(user, folder);
  await chmod(folder, 0o700);
}

function startPatroni({ folder }: Member, user: RunAs | null): ChildProcess {
  return spawn('patroni', [path.join(folder, 'patroni.yaml')], {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' } as unknown as NodeJS.ProcessEnv,
    stdio: 'ignore',
  });
}
