import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeProblem } from '../../../server/backup/backup-error';
import { isLeftOut, segmentsBetween } from '../../../server/backup/cluster-files';
import { copyFile, inParallel, writeDurably } from '../../../server/backup/copy-file';
import { compareCounts } from '../../../server/backup/count-rows';
import { lastDue } from '../../../server/backup/due';
import { listBackups, pruneBackups } from '../../../server/backup/list-backups';
import {
  backupName,
  hashLine,
  readFileList,
  readManifest,
  type Manifest,
} from '../../../server/backup/manifest';
import { openOwnFolder } from '../../../server/backup/own-folder';
import { decryptSecrets, encryptSecrets } from '../../../server/backup/passphrase';
import { restoreBackup } from '../../../server/backup/restore-backup';
import { readSettings } from '../../../server/env';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-backup-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** A complete backup with these files, without PostgreSQL. */
async function made(at: string, options: { systemId?: string; files?: Record<string, string> } = {}) {
  const { systemId = '1', files = { 'cluster/PG_VERSION': '18\n', 'documents/a/b/c': 'text' } } = options;
  const name = backupName(new Date(at));
  const folder = path.join(home, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeDurably(path.join(folder, file), text);
  const lines = Object.entries(files)
    .map(([file, text]) => `${JSON.stringify({ path: file, size: text.length, sha256: hash(text) })}\n`)
    .join('');
  await writeFile(path.join(folder, 'files.jsonl'), lines);
  const manifest: Manifest = {
    format: 1,
    program_version: '0.1.0',
    created_at: new Date(at).toISOString(),
    source: { host: 'host', data_dir: '/data', system_id: systemId },
    postgres: {
      version: 180_004,
      timeline: 1,
      start_lsn: '0/1',
      stop_lsn: '0/2',
      first_segment: '000000010000000000000001',
      last_segment: '000000010000000000000001',
    },
    files: { count: 2, bytes: 7, list_sha256: hash(lines) },
    folders: ['cluster/pg_wal', 'cluster/pg_notify'],
    documents: { count: 1, bytes: 4 },
    keys: 'left_out',
    tables: [],
  };
  const text = JSON.stringify(manifest);
  await writeFile(path.join(folder, 'manifest.json'), text);
  await writeFile(path.join(folder, 'manifest.sha256'), hashLine(text));
  return { name, folder, manifest };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const restore = (from: string, dataDir: string) =>
  restoreBackup({ from, dataDir, passphrase: undefined, secrets: undefined, ownMajor: 18 });

describe('keys of a backup', () => {
  const passphrase = 'correct horse battery';
  // Each of these takes most of a second.
  let text: string;
  beforeAll(async () => void (text = await encryptSecrets('{"encryptionKeys":"k1:secret"}', passphrase)));

  it('are read with the passphrase only', async () => {
    expect(text).not.toContain('secret');
    expect(await decryptSecrets(text, passphrase)).toBe('{"encryptionKeys":"k1:secret"}');
    await expect(decryptSecrets(text, 'correct horse batterx')).rejects.toThrow('The passphrase is wrong');
  });

  it('are rejected after any change', async () => {
    for (const name of ['salt', 'data']) {
      const parsed = JSON.parse(text) as Record<string, string>;
      const bytes = Buffer.from(parsed[name]!, 'base64');
      bytes[0]! ^= 1;
      const changed = JSON.stringify({ ...parsed, [name]: bytes.toString('base64') });
      await expect(decryptSecrets(changed, passphrase), name).rejects.toThrow('The passphrase is wrong');
    }
    const weaker = JSON.stringify({ ...(JSON.parse(text) as object), n: 2 });
    await expect(decryptSecrets(weaker, passphrase)).rejects.toThrow('are damaged');
  });

  it('need a passphrase of twelve characters', async () => {
    await expect(encryptSecrets('secret', 'elevenchars')).rejects.toThrow('at least 12 characters');
  });
});

describe('files of a cluster', () => {
  const skips = (file: string, folder = false) => isLeftOut({ path: file, folder });

  it('leaves out what must not be copied, and keeps the folders', () => {
    const out = [
      'postmaster.pid',
      'global/pg_control',
      'pg_wal/000000010000000000000001',
      'pg_replslot/slot/state',
      'pg_notify/0000',
      'base/pgsql_tmp/pgsql_tmp12.0',
      'base/5/t3_16400',
      'base/5/pg_internal.init',
      'backup_label.old',
    ];
    for (const file of out) expect(skips(file), file).toBe(true);
    const kept = ['PG_VERSION', 'base/5/16400', 'base/5/16400_fsm.1', 'postgresql.auto.conf', 'pg_xact/0000'];
    for (const file of kept) expect(skips(file), file).toBe(false);
    for (const folder of ['pg_wal', 'pg_wal/archive_status', 'pg_notify', 'pg_replslot'])
      expect(skips(folder, true), folder).toBe(false);
  });

  it('names all WAL segments in between', () => {
    expect(segmentsBetween('0000000100000000000000FE', '000000010000000100000001', 16 * 1024 * 1024)).toEqual(
      [
        '0000000100000000000000FE',
        '0000000100000000000000FF',
        '000000010000000100000000',
        '000000010000000100000001',
      ],
    );
    expect(() =>
      segmentsBetween('000000010000000000000001', '000000020000000000000001', 16 * 1024 * 1024),
    ).toThrow('one timeline');
  });
});

describe('copying', () => {
  it('ends the running copies before it reports a failure', async () => {
    let running = 0;
    const done: number[] = [];
    const work = async (item: number) => {
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 5 * item));
      running -= 1;
      if (item === 1) throw new Error('full');
      done.push(item);
    };
    await expect(inParallel([1, 2, 3, 4, 5], 3, work)).rejects.toThrow('full');
    expect(running).toBe(0);
    expect(done).toEqual([2, 3]);
  });

  it('follows no links', async () => {
    await writeFile(path.join(home, 'outside'), 'x');
    await symlink(path.join(home, 'outside'), path.join(home, 'link'));
    await expect(copyFile(path.join(home, 'link'), path.join(home, 'copy'))).rejects.toThrow(
      'cannot be read (ELOOP)',
    );
    expect(await copyFile(path.join(home, 'absent'), path.join(home, 'copy'))).toBeNull();
  });

  it('explains a full disk and a folder without permission, and nothing else', () => {
    const error = (code: string, syscall?: string) => Object.assign(new Error('why'), { code, syscall });
    expect(writeProblem('/b', error('ENOSPC', 'write')).message).toBe(
      'There is no space left for /b (ENOSPC). Nothing was kept there.',
    );
    expect(writeProblem('/b', error('EROFS', 'mkdir')).message).toContain('/b cannot be written (EROFS)');
    expect(writeProblem('/b', error('57P01')).message).toBe('why');
    expect(writeProblem('/b', error('ECONNRESET', 'read')).message).toBe('why');
  });
});

describe('row counts', () => {
  const table = (before: number, after: number, shrinks = false) => [{ name: 't', before, after, shrinks }];
  const compare = (recorded: ReturnType<typeof table>, rows: number) =>
    compareCounts(recorded, [{ name: 't', rows, shrinks: false }]);

  it('must be equal, or between those before and after the end of the backup', () => {
    expect(compare(table(5, 5), 5)).toEqual([]);
    expect(compare(table(5, 5), 4)).toEqual(['t has 4 rows instead of 5.']);
    expect(compare(table(5, 5, true), 4)).toEqual(['t has 4 rows instead of 5.']);
    expect(compare(table(5, 9), 7)).toEqual([]);
    expect(compare(table(5, 9), 10)).toEqual(['t has 10 rows instead of 5 to 9.']);
    expect(compare(table(5, 9, true), 10)).toEqual([]);
    expect(compareCounts(table(0, 0), [])).toEqual(['t is missing.']);
  });
});

describe('backups in a folder', () => {
  it('are listed newest first, incomplete and damaged ones as such', async () => {
    const old = await made('2026-11-01T02:00:00Z');
    const damaged = await made('2026-11-02T02:00:00Z');
    await writeFile(path.join(damaged.folder, 'manifest.json'), '{}');
    const own = await openOwnFolder(home, backupName(new Date('2026-11-03T02:00:00Z')));
    await mkdir(path.join(home, 'other'));
    expect((await listBackups(home)).map(({ name, state }) => [name, state])).toEqual([
      ['backup-20261103T020000Z.incomplete', 'incomplete'],
      [damaged.name, 'damaged'],
      [old.name, 'complete'],
    ]);
    await expect(readManifest(own.folder)).rejects.toThrow('is an incomplete backup');
    await own.remove();
    expect((await readdir(home)).filter((name) => name.includes('incomplete'))).toEqual([]);
  });

  it('are removed only while newer complete ones of the same cluster remain', async () => {
    await made('2026-11-01T02:00:00Z');
    await made('2026-11-02T02:00:00Z');
    const other = await made('2026-10-01T02:00:00Z', { systemId: '2' });
    const damaged = await made('2026-11-03T02:00:00Z');
    await writeFile(path.join(damaged.folder, 'manifest.json'), '{}');
    expect(await pruneBackups(home, '1', 2)).toEqual([]);
    await made('2026-11-04T02:00:00Z');
    expect(await pruneBackups(home, '1', 2)).toEqual(['backup-20261101T020000Z']);
    expect((await readdir(home)).sort()).toEqual([
      other.name,
      'backup-20261102T020000Z',
      damaged.name,
      'backup-20261104T020000Z',
    ]);
  });

  it('loses the remains of a killed backup with the next one, but not one in progress', async () => {
    const killed = path.join(home, 'backup-20261101T020000Z.incomplete');
    await mkdir(killed);
    const owner = { host: os.hostname(), pid: process.pid, identity: 'earlier' };
    await writeFile(path.join(killed, 'owner.json'), JSON.stringify(owner));
    const first = await openOwnFolder(home, 'backup-20261102T020000Z');
    const second = await openOwnFolder(home, 'backup-20261103T020000Z');
    expect((await readdir(home)).sort()).toEqual([
      'backup-20261102T020000Z.incomplete',
      'backup-20261103T020000Z.incomplete',
    ]);
    await second.complete();
    expect((await readdir(home)).sort()).toEqual([
      'backup-20261102T020000Z.incomplete',
      'backup-20261103T020000Z',
    ]);
    await first.remove();
  });

  it('are not made below a folder that is missing, such as that of a disk', async () => {
    await expect(
      openOwnFolder(path.join(home, 'disk', 'clinical'), 'backup-20261102T020000Z'),
    ).rejects.toThrow(
      `The folder ${path.join(home, 'disk')} does not exist: mount the disk for backups, or create the folder.`,
    );
  });
});

describe('the manifest', () => {
  it('is rejected after a change, as is the list of files', async () => {
    const { folder, manifest } = await made('2026-11-01T02:00:00Z');
    const list = path.join(folder, 'files.jsonl');
    await writeFile(list, (await readFile(list, 'utf8')).replace('"size":4', '"size":5'));
    await expect(all(readFileList(folder, manifest))).rejects.toThrow('differs from its checksum');
    const file = path.join(folder, 'manifest.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('0.1.0', '0.1.1'));
    await expect(readManifest(folder)).rejects.toThrow('manifest.json differs from its checksum');
  });

  it('does not lead out of the backup', async () => {
    for (const file of ['cluster/../../outside', '/etc/passwd', 'other/file', 'cluster', 'cluster//x']) {
      const { folder, manifest } = await made('2026-11-01T02:00:00Z', { files: {} });
      const line = `${JSON.stringify({ path: file, size: 0, sha256: hash('') })}\n`;
      await writeFile(path.join(folder, 'files.jsonl'), line);
      const changed = { ...manifest, files: { ...manifest.files, list_sha256: hash(line) } };
      await expect(all(readFileList(folder, changed)), file).rejects.toThrow();
      await rm(folder, { recursive: true });
    }
  });
});

describe('a restore', () => {
  it('puts each file in its place, with the empty folders', async () => {
    const { folder } = await made('2026-11-01T02:00:00Z');
    const to = path.join(home, 'new');
    expect((await restore(folder, to)).keys).toBe(false);
    expect((await readdir(to, { recursive: true })).sort()).toEqual([
      'documents',
      'documents/a',
      'documents/a/b',
      'documents/a/b/c',
      'postgres',
      'postgres/cluster',
      'postgres/cluster/PG_VERSION',
      'postgres/cluster/pg_notify',
      'postgres/cluster/pg_wal',
    ]);
  });

  it('needs an empty folder', async () => {
    const { folder } = await made('2026-11-01T02:00:00Z');
    await mkdir(path.join(home, 'used'));
    await writeFile(path.join(home, 'used', 'file'), 'mine');
    await expect(restore(folder, path.join(home, 'used'))).rejects.toThrow('is not empty');
    expect(await readdir(path.join(home, 'used'))).toEqual(['file']);
  });

  it.each([
    ['truncated', 'te'],
    ['altered', 'tExt'],
  ])('leaves nothing behind if a file is %s', async (kind, text) => {
    const { folder } = await made('2026-11-01T02:00:00Z');
    await writeFile(path.join(folder, 'documents/a/b/c'), text);
    await expect(restore(folder, path.join(home, 'new'))).rejects.toThrow(
      `damaged (${kind}: documents/a/b/c)`,
    );
    expect(await readdir(home)).not.toContain('new');
  });

  it('rejects the files of another PostgreSQL', async () => {
    const { folder } = await made('2026-11-01T02:00:00Z');
    const options = {
      from: folder,
      dataDir: path.join(home, 'new'),
      passphrase: undefined,
      secrets: undefined,
    };
    await expect(restoreBackup({ ...options, ownMajor: 19 })).rejects.toThrow('is of PostgreSQL 18');
  });

  it('reports a target that cannot be written in one sentence', async () => {
    const { folder } = await made('2026-11-01T02:00:00Z');
    await writeFile(path.join(home, 'file'), '');
    await chmod(path.join(home, 'file'), 0o400);
    await expect(restore(folder, path.join(home, 'file', 'new'))).rejects.toThrow(
      /^\S+ cannot be written \(ENOTDIR\)\. Nothing was kept there\.$/,
    );
  });
});

describe('the schedule', () => {
  it('is due once a day, and again after a missed time', () => {
    const at = (text: string) => new Date(`2026-11-26T${text}:00`);
    expect(lastDue(at('02:00'), 2)).toEqual(at('02:00'));
    expect(lastDue(at('23:59'), 2)).toEqual(at('02:00'));
    expect(lastDue(at('01:59'), 2)).toEqual(new Date('2026-11-25T02:00:00'));
  });

  it('has settings that are checked at the start', () => {
    const read = (settings: Record<string, string>) => {
      const result = readSettings(settings);
      return 'problems' in result ? result.problems : [];
    };
    expect(read({ BACKUP_DIR: '/b', BACKUP_HOUR: '23', BACKUP_KEEP: '30' })).toEqual([]);
    expect(read({ BACKUP_HOUR: '24' })).toEqual(['BACKUP_HOUR must be an hour from 0 to 23']);
    expect(read({ BACKUP_KEEP: '0' })).toEqual(['BACKUP_KEEP must be greater than 0']);
    expect(read({ BACKUP_PASSPHRASE: 'short' })).toEqual([
      'BACKUP_PASSPHRASE must have at least 12 characters',
    ]);
    expect(
      read({
        BACKUP_DIR: '/b',
        DATABASE_URL: 'postgres://a:b@c/d',
        ENCRYPTION_KEYS: `k1:${'A'.repeat(43)}=`,
      }),
    ).toEqual(['BACKUP_DIR works with the embedded PostgreSQL only, without DATABASE_URL']);
  });
});
