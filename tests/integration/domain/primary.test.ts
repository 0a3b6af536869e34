import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePool } from '../../../server/db/client';
import { currentServer, findPrimary, serverUrls } from '../../../server/db/primary';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { env } from '../../../server/env';
import { asSuperuser, testOrg } from '../../support/database';
import { jane } from '../../support/documents';
import { takePostgres } from '../../support/outage';
import { startPair, withPort, type Pair } from '../../support/standby';

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
  const before = { database: env.DATABASE_URL!, admin: process.env.TEST_ADMIN_URL! };
  let pair: Pair;
  let several: string;

  beforeAll(async () => {
    pair = await startPair();
    await pair.ask('primary', "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await pair.ask('primary', 'SELECT pg_reload_conf()');

    // The standby first, so that the primary has to be found.
    const url = new URL(pair.primary.appUrl);
    several = `postgres://${url.username}:${url.password}@127.0.0.1:${pair.portOfStandby},${url.host}${url.pathname}?target_session_attrs=read-write`;
    await closePool();
    env.DATABASE_URL = several;
    process.env.TEST_ADMIN_URL = pair.primary.adminUrl;
  });
  afterAll(async () => {
    await closePool();
    env.DATABASE_URL = before.database;
    process.env.TEST_ADMIN_URL = before.admin;
    await pair.stop();
  });

  it('the one that accepts writes is used', async () => {
    await findPrimary(several);
    expect(currentServer(several)).toBe(pair.primary.appUrl);
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
    await takePostgres(pair.home, 'crash');
    await pair.ask('standby', 'SELECT pg_promote()');
    await until(acknowledged.length + 50);
    isOver = true;
    await Promise.all(writers);
    expect(failures).toBeGreaterThan(0);
    expect(currentServer(several)).not.toBe(pair.primary.appUrl);
    process.env.TEST_ADMIN_URL = withPort(pair.primary.adminUrl, pair.portOfStandby);
    const stored = await asSuperuser<{ count: number }>(
      'SELECT count(*)::int FROM patients WHERE org_id = $1',
      [org.orgId],
    );
    expect(stored[0]!.count).toBeGreaterThanOrEqual(acknowledged.length);
  });
});
