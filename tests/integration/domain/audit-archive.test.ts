import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveAudit } from '../../../server/audit/archive/archive';
import type { Verification } from '../../../server/audit/verify/verify';
import { auditVerify } from '../../../server/cli/audit-verify';
import { auditVerifyArchive } from '../../../server/cli/audit-verify-archive';
import { asWorker } from '../../../server/db/transaction';
import { env } from '../../../server/env';
import { safeError } from '../../../server/safe-error';
import { showId } from '../../../server/shared/ids';
import { s3Archive } from '../../../server/storage/index';
import {
  addOrganization,
  addRows,
  openAuditDatabase,
  sealEverything,
  type AuditDatabase,
} from '../../audits/alterations/audit-database';
import { startS3 } from '../../support/s3-server';

/** Audit rows beyond retention move to files; the chain still proves all of them. */

const ownAnchorFile = env.AUDIT_ANCHOR_FILE;
const NOW = new Date();
const MARCH = new Date(Date.UTC(NOW.getUTCFullYear() - 9, 2, 10));
const APRIL = new Date(Date.UTC(NOW.getUTCFullYear() - 9, 3, 10));

let database: AuditDatabase;
let archives: string;
beforeAll(async () => {
  database = await openAuditDatabase();
  env.AUDIT_ANCHOR_FILE = database.anchorFile;
  archives = await mkdtemp(path.join(os.tmpdir(), 'clinical-archives-'));
}, 60_000);
afterAll(async () => {
  env.AUDIT_ANCHOR_FILE = ownAnchorFile;
  await database.close();
  await rm(archives, { recursive: true, force: true });
});

/** Rows of that time in seals of five. */
async function fill(orgId: string, at: Date, count: number, from: number): Promise<void> {
  await addRows(database.superuser, orgId, count, from);
  await database.superuser.query(
    `update audit_events set at = $2, id = (left(lowest_id_at($2)::text, 14) || right(id::text, 22))::uuid
     where org_id = $1 and split_part(request_id, '_', 2)::int >= $3`,
    [orgId, at, from],
  );
  await sealEverything(database, 5, () => at);
}

/** Ten rows in March and ten in April nine years ago, and five of today. */
async function history(slug: string): Promise<string> {
  const orgId = await addOrganization(database.superuser, slug);
  await fill(orgId, MARCH, 10, 0);
  await fill(orgId, APRIL, 10, 10);
  await fill(orgId, NOW, 5, 20);
  return orgId;
}

const archive = (signal?: AbortSignal) => archiveAudit(NOW, signal, { folder: archives });
/** The reason in the log. */
const reasonOf = async (failing: Promise<unknown>): Promise<string | undefined> =>
  failing.then(
    () => undefined,
    (error: unknown) => safeError(error).reason,
  );
const filesOf = async (orgId: string): Promise<string[]> =>
  (await readdir(archives)).filter((name) => name.includes(showId('organization', orgId))).sort();
/** The seals of each old month; how many there are depends on other transactions of the server. */
const months = async (orgId: string): Promise<{ first: number; last: number; rows: number }[]> => {
  const { rows } = await database.superuser.query<{ first: number; last: number; rows: number }>(
    `select min(number)::int as first, max(number)::int as last, sum(row_count)::int as rows from audit_seals
     where org_id = $1 and sealed_at < $2 group by date_trunc('month', sealed_at at time zone 'UTC') order by 1`,
    [orgId, new Date(NOW.getTime() - 366 * 86_400_000)],
  );
  return rows;
};
/** Later tests do not archive it again. */
const suspend = (orgId: string) =>
  database.superuser.query('update organizations set suspended_at = now() where id = $1', [orgId]);

const rowsOf = async (orgId: string): Promise<number> =>
  Number(
    (
      await database.superuser.query<{ count: string }>(
        'select count(*) from audit_events where org_id = $1',
        [orgId],
      )
    ).rows[0]!.count,
  );

const given = (flags: Record<string, string>, operand = '') => ({
  get: (flag: string) => flags[flag],
  need: (flag: string) => flags[flag]!,
  operand,
  json: false,
});

async function verify(orgId: string): Promise<Verification & { exit: number }> {
  const org = showId('organization', orgId);
  const made = (await auditVerify.run(given({ org, anchor: database.anchorFile }))) as Verification;
  return { ...made, exit: auditVerify.exitCode!(made) };
}
const kinds = ({ findings }: Verification) => [...new Set(findings.map(({ kind }) => kind))];

async function verifyFile(file: string): Promise<{ exit: number; text: string }> {
  const made = await auditVerifyArchive.run(given({}, file));
  return { exit: auditVerifyArchive.exitCode!(made), text: auditVerifyArchive.text!(made) };
}

describe('archiving the audit', () => {
  it('moves rows beyond retention to a file for each month, and keeps the chain', async () => {
    const orgId = await history('archived');
    const longer = await history('longer');
    await database.superuser.query('update organizations set audit_retention_years = 10 where id = $1', [
      longer,
    ]);
    const suspended = await history('suspended');
    await suspend(suspended);

    expect(await archive()).toBe(20);
    const org = showId('organization', orgId);
    const [march, april] = await months(orgId);
    expect([march!.rows, april!.rows]).toEqual([10, 10]);
    expect(await filesOf(orgId)).toEqual(
      [march!, april!].map(({ first, last }) => `audit-${org}-${first}-${last}.ndjson.gz`),
    );
    // The five of today, and a row for each file.
    expect(await rowsOf(orgId)).toBe(7);
    expect(await rowsOf(longer)).toBe(25);
    expect(await rowsOf(suspended)).toBe(25);

    const { exit, findings, archives: parts } = await verify(orgId);
    expect({ exit, findings }).toEqual({ exit: 0, findings: [] });
    expect(parts).toMatchObject([
      { org, first_seal: march!.first, last_seal: march!.last, rows: 10, anchored: true },
      { org, first_seal: april!.first, last_seal: april!.last, rows: 10, anchored: true },
    ]);
    for (const { file } of parts)
      expect(await verifyFile(path.join(archives, file))).toMatchObject({ exit: 0 });
    const { rows } = await database.superuser.query<{ detail: unknown }>(
      `select detail from audit_events where org_id = $1 and action = 'archive_audit_events' order by id`,
      [orgId],
    );
    expect(rows.map(({ detail }) => detail)).toEqual(
      parts.map(({ first_seal, last_seal, rows: count, file, sha256 }) => ({
        first_seal,
        last_seal,
        count,
        file,
        sha256,
      })),
    );
    expect(await archive()).toBe(0);
  }, 60_000);

  it('keeps the newest seal and its rows, from which the next seal follows', async () => {
    const orgId = await addOrganization(database.superuser, 'inactive');
    await fill(orgId, MARCH, 10, 0);
    const { rows: newest } = await database.superuser.query<{ rows: number }>(
      'select row_count as rows from audit_seals where org_id = $1 order by number desc limit 1',
      [orgId],
    );
    expect(await archive()).toBe(10 - newest[0]!.rows);
    expect((await verify(orgId)).exit).toBe(0);
  }, 60_000);

  it('continues where an earlier process stopped, unless the file has changed', async () => {
    const orgId = await history('interrupted');
    const stop = new AbortController();
    stop.abort();
    expect(await archive(stop.signal)).toBe(0);
    expect(await filesOf(orgId)).toEqual([]);
    // As after a crash between the row of the archive and the removal.
    await archive();
    expect(await rowsOf(orgId)).toBe(7);
    await database.superuser.query(
      'update audit_archives set removed_at = null where org_id = $1 and first_seal > 1',
      [orgId],
    );
    const [, april] = await months(orgId);
    const [file] = (await filesOf(orgId)).filter((name) => name.includes(`-${april!.first}-`));
    const target = path.join(archives, file!);
    const content = await readFile(target);
    await writeFile(target, content.subarray(0, -1));
    expect(await reasonOf(archive())).toMatch(
      /^The archive file \S+ was changed: its rows stay in the database\.$/,
    );
    await rm(target);
    await expect(archive()).rejects.toSatisfy((error) => safeError(error).code === 'ENOENT');
    await writeFile(target, content);
    expect(await archive()).toBe(0);
    expect(await rowsOf(orgId)).toBe(7);
  }, 60_000);

  it('removes nothing if a row was changed after it was sealed', async () => {
    const orgId = await history('changed');
    await database.superuser.query(
      `update audit_events set actor = 'usr_other' where org_id = $1 and request_id = 'req_3'`,
      [orgId],
    );
    expect(await reasonOf(archive())).toMatch(/^Seal \d+ of org_\w+ does not match its rows\.$/);
    expect(await filesOf(orgId)).toEqual([]);
    expect(await rowsOf(orgId)).toBe(25);
    await suspend(orgId);
  }, 60_000);

  it('cannot be feigned with the database alone', async () => {
    const orgId = await history('feigned');
    await database.superuser.query(
      `with seal as (select * from audit_seals where org_id = $1 and number = 2),
       removed as (delete from audit_events e using seal where e.org_id = $1 and (e.txid, e.id) <= (seal.last_txid, seal.last_id))
       insert into audit_archives (org_id, first_seal, last_seal, last_txid, last_id, row_count, file_name, sha256, archived_at, removed_at)
       select $1, 1, 2, last_txid, last_id, 10, 'audit.ndjson.gz', sha256(''), now(), now() from seal`,
      [orgId],
    );
    await suspend(orgId);
    const found = await verify(orgId);
    expect({ exit: found.exit, kinds: kinds(found) }).toEqual({ exit: 1, kinds: ['archive_not_anchored'] });
    await database.superuser.query('delete from audit_archives where org_id = $1', [orgId]);
    expect(kinds(await verify(orgId))).toEqual(['row_missing']);
  }, 60_000);

  it('does not hide a row that was added or changed in an archived part', async () => {
    const orgId = await history('added');
    await archive();
    await database.superuser.query(
      `insert into audit_events (org_id, id, txid, at, actor, transport, action, kind, outcome, request_id)
       select org_id, first_id, first_txid, sealed_at, 'usr_1', 'portal', 'get_patient', 'read', 'allowed', 'req_x'
       from audit_seals where org_id = $1 and number = 3`,
      [orgId],
    );
    const found = await verify(orgId);
    expect({ exit: found.exit, kinds: kinds(found) }).toEqual({ exit: 1, kinds: ['row_inserted'] });
  }, 60_000);

  it('finds every change of an archive file', async () => {
    const orgId = await history('file');
    await archive();
    const [file] = await filesOf(orgId);
    const target = path.join(archives, file!);
    const lines = gunzipSync(await readFile(target))
      .toString()
      .trimEnd()
      .split('\n');
    const change = async (changed: string[]) => {
      await writeFile(target, gzipSync(`${changed.join('\n')}\n`));
      return verifyFile(target);
    };
    expect((await change(lines)).exit).toBe(0);
    const row = lines.findIndex((line) => line.startsWith('{"row"'));
    const seal = lines.findLastIndex((line) => line.startsWith('{"seal"'));
    for (const changed of [
      lines.with(row, lines[row]!.replace('req_0', 'req_9')),
      lines.toSpliced(row, 1),
      lines.toSpliced(row + 1, 0, lines[row]!),
      lines.toSpliced(1, 0, lines[row]!),
      lines.toSpliced(row, 0, '{}'),
      lines.slice(0, seal),
      lines.with(seal, lines[seal]!.replace('"sealed_at":"20', '"sealed_at":"19')),
    ])
      expect(await change(changed)).toMatchObject({
        exit: 1,
        text: expect.stringContaining('does NOT match') as string,
      });
  }, 60_000);

  it('reads a row with any text, and names a file that it cannot read', async () => {
    const orgId = await addOrganization(database.superuser, 'text');
    await addRows(database.superuser, orgId, 10);
    await database.superuser.query(
      `update audit_events set at = $2, id = (left(lowest_id_at($2)::text, 14) || right(id::text, 22))::uuid, detail = $3 where org_id = $1`,
      [orgId, MARCH, { file: 'one\u2028two\u2029three\r\nfour' }],
    );
    await sealEverything(database, 5, () => MARCH);
    await archive();
    const [file] = await filesOf(orgId);
    const target = path.join(archives, file!);
    expect(await verifyFile(target)).toMatchObject({
      exit: 0,
      text: expect.stringMatching(/ \d+ rows\n/) as string,
    });
    const content = await readFile(target);
    const damaged = path.join(archives, 'damaged.gz');
    for (const bytes of [
      content.subarray(0, -20),
      Buffer.from('text'),
      Buffer.alloc(0),
      gzipSync('{}\n'),
      gzipSync(''),
    ]) {
      await writeFile(damaged, bytes);
      await expect(verifyFile(damaged)).rejects.toThrow(/damaged\.gz cannot be read: \w/);
    }
    await expect(verifyFile(path.join(archives, 'missing.gz'))).rejects.toThrow('ENOENT');
  }, 60_000);

  it('moves the files to a bucket, and removes no row before its file is there', async () => {
    const orgId = await history('bucket');
    const s3 = await startS3();
    Object.assign(env, s3.settings);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-archive-'));
    const bucket = s3Archive('s3://documents/audit');
    const archiveTo = () => archiveAudit(NOW, undefined, { folder, bucket });
    try {
      s3.intercept = (req, res) =>
        req.method === 'PUT' &&
        (req.resume(), res.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'), true);
      await expect(archiveTo()).rejects.toThrow();
      expect(await rowsOf(orgId)).toBe(25);
      s3.intercept = null;
      await archiveTo();
      // The five of today, and a row for each file.
      expect(await rowsOf(orgId)).toBe(7);
      const { rows } = await database.superuser.query<{ name: string; sha256: string }>(
        "select file_name as name, encode(sha256, 'hex') as sha256 from audit_archives where org_id = $1 order by 1",
        [orgId],
      );
      expect(rows).toHaveLength(2);
      for (const { name, sha256 } of rows) expect(await bucket.sha256(name)).toBe(sha256);
      expect(await readdir(folder)).toEqual([]);
      expect(kinds(await verify(orgId))).toEqual([]);
    } finally {
      delete env.STORAGE_URL;
      await s3.stop();
      await rm(folder, { recursive: true });
      await suspend(orgId);
    }
  });

  it('is the only way to remove rows, and never those of the last year', async () => {
    const orgId = await history('recent');
    const removed = await asWorker((tx) =>
      tx.client.query<{ removed: number }>(
        `select remove_archived_audit($1, '281474976710655', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 1000) as removed`,
        [orgId],
      ),
    );
    expect(removed.rows[0]!.removed).toBe(20);
    await expect(
      asWorker((tx) => tx.client.query('delete from audit_events where org_id = $1', [orgId])),
    ).rejects.toMatchObject({ code: '42501' });
    expect(kinds(await verify(orgId))).toEqual(['row_missing']);
  }, 60_000);
});
