import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCK_IDS, LOCK_SESSION } from '../../../server/db/locks';
import { assertServable, migrate } from '../../../server/db/migrate';
import { logger } from '../../../server/logger';
import { asSuperuser } from '../../support/database';

/** Which schema versions a program accepts, and how migrations behave while other sessions use the tables. */

const REAL = path.resolve('server/db/migrations');
const { DATABASE_URL: app = '', MIGRATION_DATABASE_URL: owner = '' } = process.env;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-schema-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** The migrations of this program with others in place of its last. */
async function folderWith(name: string, change: (entries: { tag: string; when: number }[]) => void) {
  const folder = path.join(home, name);
  await cp(REAL, folder, { recursive: true, filter: (file) => !file.endsWith('_snapshot.json') });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string; when: number }[] };
  change(journal.entries);
  await writeFile(file, JSON.stringify(journal));
  return folder;
}

describe('schema of another version', () => {
  it('stops an older program with a newer schema, as owner and as application role', async () => {
    const older = await folderWith('older', (entries) => void (entries.at(-1)!.when -= 1));
    const sentence = /^The database has migrations of a newer version of this program: .*\.$/;
    await expect(assertServable(app, older)).rejects.toThrow(sentence);
    await expect(migrate(owner, { folder: older })).rejects.toThrow(sentence);
    await expect(assertServable(app)).resolves.toBeUndefined();
  });

  it('stops a program that lacks one of its migrations or has another text of it', async () => {
    const sentence = /^The database has migrations that this program does not contain: .*\.$/;
    const without = await folderWith('without', (entries) => {
      const { when } = entries.at(-1)!;
      entries.splice(-1, 1, { ...entries.at(-1)!, when: when - 1 }, { ...entries.at(-1)!, when: when + 1 });
    });
    await expect(assertServable(app, without)).rejects.toThrow(sentence);
    const changed = await folderWith('changed', () => undefined);
    const last = JSON.parse(await readFile(path.join(changed, 'meta/_journal.json'), 'utf8')) as {
      entries: { tag: string }[];
    };
    const file = path.join(changed, `${last.entries.at(-1)!.tag}.sql`);
    await writeFile(file, `${await readFile(file, 'utf8')}\n-- changed`);
    await expect(assertServable(app, changed)).rejects.toThrow(sentence);
    await expect(migrate(owner, { folder: changed })).rejects.toThrow(sentence);
  });

  it('from before the first migration of this program stops it and is left unchanged', async () => {
    const squashed = await folderWith('squashed', (entries) => {
      entries.splice(0, entries.length, { ...entries.at(-1)!, when: entries.at(-1)!.when + 1 });
    });
    const sentence =
      /^The database was created by a development version before 0\.1 .*: start with an empty database/;
    const applied = () => asSuperuser('SELECT * FROM drizzle.__drizzle_migrations');
    const before = await applied();
    await expect(migrate(owner, { folder: squashed })).rejects.toThrow(sentence);
    await expect(assertServable(app, squashed)).rejects.toThrow(sentence);
    expect(await applied()).toEqual(before);
  });

  it('with pending migrations is reported with their names, also one in the middle', async () => {
    const newer = await folderWith('newer', (entries) => {
      entries.push({ ...entries.at(-1)!, when: entries.at(-1)!.when + 1 });
    });
    await expect(assertServable(app, newer)).rejects.toThrow(/^The database has pending migrations: /);
  });
});

describe('migration next to a session that uses its table', () => {
  const database = `schema_${process.pid}`;
  let url: string;
  let other: pg.Client;
  let folder: string;

  beforeAll(async () => {
    await asSuperuser(`CREATE DATABASE ${database} OWNER clinical_owner`);
    const address = new URL(owner);
    address.pathname = `/${database}`;
    url = address.href;
    folder = await folderWith('tiny', (entries) => void entries.splice(0, entries.length, tiny[0]!));
    await writeFile(path.join(folder, 'one.sql'), 'CREATE TABLE used (id int)');
    await writeFile(path.join(folder, 'two.sql'), 'ALTER TABLE used ADD COLUMN more int');
    await migrate(url, { folder });
    await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries: tiny }));
    other = new pg.Client({ connectionString: url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await asSuperuser(`DROP DATABASE ${database}`);
  });
  const tiny = ['one', 'two'].map((tag, at) => ({
    idx: at,
    version: '7',
    tag,
    when: at + 1,
    breakpoints: true,
  }));

  it('does not block requests, is attempted again, and reports when it gives up', async () => {
    const warned = vi.spyOn(logger, 'warn');
    await other.query('BEGIN; LOCK TABLE used IN ACCESS SHARE MODE');
    try {
      await expect(migrate(url, { folder, lockTimeoutMs: 20, pausesMs: [1, 1] })).rejects.toThrow(
        /^The migrations cannot lock their tables, because other sessions use them\./,
      );
      const retries = warned.mock.calls.filter(
        ([, text]) => text === 'migrations: a lock is not available, retrying',
      );
      expect(retries.map(([what]) => what)).toMatchObject([
        { attempt: 1, attempts: 3, code: '55P03' },
        { attempt: 2, attempts: 3, code: '55P03' },
      ]);
    } finally {
      warned.mockRestore();
    }
    // Nothing remains, neither a waiting session nor a partial migration.
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`;
    expect(await asSuperuser(waiting)).toEqual([]);
    const going = migrate(url, { folder, lockTimeoutMs: 5_000 });
    await vi.waitUntil(async () => (await asSuperuser(waiting)).length === 1, {
      timeout: 5_000,
      interval: 10,
    });
    await other.query('ROLLBACK');
    await going;
    await expect(other.query('SELECT more FROM used')).resolves.toMatchObject({ rows: [] });
  });

  it('does not wait forever for another migrating process', async () => {
    await other.query(LOCK_SESSION, [LOCK_IDS.migrations]);
    await expect(migrate(url, { folder, lockTimeoutMs: 20, pausesMs: [] })).rejects.toThrow(/cannot lock/);
    await other.query('SELECT pg_advisory_unlock_all()');
    await expect(migrate(url, { folder, lockTimeoutMs: 20, pausesMs: [] })).resolves.toBeUndefined();
  });
});
