import { appendFile, chmod, chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePool } from '../../../server/db/client';
import { migrate } from '../../../server/db/migrate';
import { currentServer, findPrimary, serverUrls } from '../../../server/db/primary';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { prepareBinaries } from '../../../server/embedded/binaries';
import { openCluster, start, stop, writeSettings, type Cluster } from '../../../server/embedded/cluster';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { chooseUser } from '../../../server/embedded/run-as';
import { clusterFolder } from '../../../server/embedded/secrets';
import { env } from '../../../server/env';
import { asSuperuser, testOrg } from '../../support/database';
import { jane } from '../../support/documents';
import { takePostgres } from '../../support/outage';
import { freePort } from '../../support/server';

/** Several servers in `DATABASE_URL`: a primary and its synchronous standby. */

it.each([
  ['postgres://a:b@one/c', ['postgres://a:b@one/c']],
  [
    'postgres://a:b@one:1,two:2/c?target_session_attrs=read-write&sslmode=require',
    ['postgres://a:b@one:1/c?sslmode=require', 'postgres://a:b@two:2/c?sslmode=require'],
  ],
  [
    'postgresql://a:p%2C@[::1]:1,two/c?sslmode=require&target_session_attrs=read-write',
    ['postgresql://a:p%2C@[::1]:1/c?sslmode=require', 'postgresql://a:p%2C@two/c?sslmode=require'],
  ],
  ['postgres://one,two/c?target_session_attrs=read-write', ['postgres://one/c', 'postgres://two/c']],
])('%s names %j', (url, expected) => expect(serverUrls(url)).toEqual(expected));

describe('a primary and a standby', () => {
  const home = { one: '', two: '' };
  const before = { database: env.DATABASE_URL!, admin: process.env.TEST_ADMIN_URL! };
  let one: EmbeddedPostgres;
  let two: Cluster;
  let several: string;

  const withPort = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href;
  async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }
  let adminOfTwo: string;

  beforeAll(async () => {
    for (const name of ['one', 'two'] as const) {
      home[name] = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
      await chmod(home[name], 0o711);
    }
    one = await startEmbeddedPostgres({ dataDir: home.one, log: () => undefined });
    await migrate(one.migrationUrl);
    await one.stop();
    await cp(home.one, home.two, { recursive: true });
    one = await startEmbeddedPostgres({ dataDir: home.one, log: () => undefined });

    const user = await chooseUser(clusterFolder(home.two));
    two = await openCluster(home.two, await prepareBinaries(home.two, user), user);
    const { hostname, port, username, password } = new URL(one.adminUrl);
    await writeFile(path.join(two.folder, 'standby.signal'), '');
    await appendFile(
      path.join(two.folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    );
    const { uid, gid } = await stat(two.folder);
    await chown(path.join(two.folder, 'standby.signal'), uid, gid);
    const portOfTwo = await freePort();
    await writeSettings(two, portOfTwo);
    expect(await start(two)).toBeNull();
    adminOfTwo = withPort(one.adminUrl, portOfTwo);
    await ask(one.adminUrl, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await ask(one.adminUrl, 'SELECT pg_reload_conf()');

    // The standby first, so that the primary has to be found.
    const url = new URL(one.appUrl);
    several = `postgres://${url.username}:${url.password}@127.0.0.1:${portOfTwo},${url.host}${url.pathname}?target_session_attrs=read-write`;
    await closePool();
    env.DATABASE_URL = several;
    process.env.TEST_ADMIN_URL = one.adminUrl;
  });
  afterAll(async () => {
    await closePool();
    env.DATABASE_URL = before.database;
    process.env.TEST_ADMIN_URL = before.admin;
    await stop(two, 5);
    await one.stop().catch(() => undefined);
    for (const folder of Object.values(home)) await rm(folder, { recursive: true, force: true });
  });

  it('the one that accepts writes is used', async () => {
    await findPrimary(several);
    expect(currentServer(several)).toBe(one.appUrl);
  });

  it('is found without a restart after the other one was promoted, and no acknowledged write is lost', async () => {
    const org = await testOrg();
    const acknowledged: string[] = [];
    let failures = 0;
    let isOver = false;
    const write = async () => {
      while (!isOver)
        await createPatient(org.ctx, jane).then(
          ({ id }) => acknowledged.push(id),
          () => new Promise((resolve) => setTimeout(resolve, 10, failures++)),
        );
    };
    const until = async (count: number) => {
      for (const deadline = Date.now() + 15_000; acknowledged.length < count;) {
        if (Date.now() > deadline) throw new Error(`${acknowledged.length} of ${count} writes in 15 s`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const writers = [1, 2, 3, 4].map(write);
    await until(50);
    await takePostgres(home.one, 'crash');
    await ask(adminOfTwo, 'SELECT pg_promote()');
    await until(acknowledged.length + 50);
    isOver = true;
    await Promise.all(writers);
    expect(failures).toBeGreaterThan(0);
    expect(currentServer(several)).not.toBe(one.appUrl);
    process.env.TEST_ADMIN_URL = adminOfTwo;
    const stored = await asSuperuser<{ count: number }>(
      'SELECT count(*)::int FROM patients WHERE org_id = $1',
      [org.orgId],
    );
    expect(stored[0]!.count).toBeGreaterThanOrEqual(acknowledged.length);
  });
});
