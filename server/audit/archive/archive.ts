import { rm } from 'node:fs/promises';
import path from 'node:path';
import { asWorker, asWorkerInSnapshot, enterTenant, type Tx } from '../../db/transaction';
import { env } from '../../env';
import { recordAudit } from '../../shared/audit';
import { showId } from '../../shared/ids';
import { systemContext } from '../../shared/system-actor';
import { s3Archive, type Archive } from '../../storage/index';
import { appendLines, archiveLine } from '../anchor';
import { queryOf } from '../sealer';
import { sha256Of, writeArchive, type ArchivedPart } from './archive-file';

/**
 * Moves audit rows beyond the retention of their organization to files in `AUDIT_ARCHIVE_DIR` or `AUDIT_ARCHIVE_URL` (decision 0056). Each file
 * holds the rows sealed in one month. Seals stay in the database, so the chain can be verified from its beginning.
 */

export interface ArchiveOptions {
  /** Without it nothing is removed. */
  folder?: string | undefined;
  /** The files move there; `folder` is for the one being written. */
  bucket?: Archive | undefined;
  anchorFile?: string;
}

const defaultFolder = () =>
  env.AUDIT_ARCHIVE_DIR ?? (env.AUDIT_ARCHIVE_URL ? path.join(env.DATA_DIR, 'audit-archive') : undefined);
const defaultBucket = () => (env.AUDIT_ARCHIVE_URL ? s3Archive(env.AUDIT_ARCHIVE_URL) : undefined);

const BATCH = 2_000;

/**
 * @returns the number of removed rows
 * @throws AggregateError after all organizations, if one of them failed
 */
export async function archiveAudit(
  now: Date,
  signal?: AbortSignal,
  {
    folder = defaultFolder(),
    bucket = defaultBucket(),
    anchorFile = env.AUDIT_ANCHOR_FILE,
  }: ArchiveOptions = {},
): Promise<number> {
  if (folder === undefined) return 0;
  const place = { folder, bucket };
  let removed = 0;
  const failures: unknown[] = [];
  for (const orgId of await organizations()) {
    if (signal?.aborted) break;
    try {
      for (;;) {
        removed += await removeArchived(orgId, place, now, signal);
        const part = signal?.aborted ? null : await nextPart(orgId, now);
        if (!part) break;
        await archive(part, place, anchorFile, now);
      }
    } catch (error) {
      failures.push(error);
    }
  }
  // The cause: its code and message reach the log.
  if (failures.length > 0) throw new AggregateError(failures, messageOf(failures), { cause: failures[0] });
  return removed;
}

const messageOf = (failures: readonly unknown[]): string =>
  failures.map((error) => (error instanceof Error ? error.message : 'unknown error')).join(' ');

async function organizations(): Promise<string[]> {
  const rows = await asWorker((tx) =>
    queryOf(tx)<{ id: string }>(
      'archived_organizations',
      'select id from organizations where suspended_at is null order by id',
      [],
    ),
  );
  return rows.map(({ id }) => id);
}

/**
 * The seals of the oldest month that are not archived, up to the retention of the organization. The newest seal stays,
 * because the next one follows from it, and so do rows that the syslog server does not have yet.
 */
const NEXT = `
  with start as (
    select coalesce((select max(last_seal) from audit_archives where org_id = $1), 0) + 1 as number),
  oldest as (
    select s.number, date_trunc('month', s.sealed_at at time zone 'UTC') as month
    from audit_seals s join start on s.org_id = $1 and s.number = start.number),
  kept as (
    select date_trunc('month', ($2::timestamptz at time zone 'UTC') - make_interval(years => audit_retention_years)) as since
    from organizations where id = $1)
  select oldest.number as "from", (
      select max(s.number) from audit_seals s
      where s.org_id = $1 and s.number >= oldest.number
        and s.sealed_at at time zone 'UTC' < least(oldest.month + interval '1 month', kept.since)
        and s.number < (select max(number) from audit_seals where org_id = $1)
        and (not $3::boolean or (s.last_txid, s.last_id) <= (select last_txid, last_id from audit_streams where org_id = $1))
    ) as "to"
  from oldest, kept where oldest.month < kept.since`;

async function nextPart(orgId: string, now: Date): Promise<ArchivedPart | null> {
  const isSent = env.AUDIT_SYSLOG_URL !== undefined;
  const [row] = await asWorker((tx) =>
    queryOf(tx)<{ from: number; to: number | null }>('archive_next', NEXT, [orgId, now, isSent]),
  );
  return row?.to ? { orgId, from: row.from, to: row.to } : null;
}

const INSERT = `
  insert into audit_archives (org_id, first_seal, last_seal, last_txid, last_id, row_count, file_name, sha256, archived_at)
  select $1::uuid, $2::int, $3::int, last_txid, last_id, $4::int, $5, decode($6, 'hex'), $7::timestamptz
  from audit_seals where org_id = $1 and number = $3
  on conflict do nothing returning first_seal`;

interface Place {
  folder: string;
  bucket: Archive | undefined;
}

async function archive(part: ArchivedPart, place: Place, anchorFile: string, now: Date): Promise<void> {
  const { orgId, from, to } = part;
  const { folder, bucket } = place;
  const { fileName, sha256, rows } = await asWorkerInSnapshot((tx) =>
    writeArchive({ query: (text, values) => tx.client.query(text, values) }, folder, part),
  );
  if (bucket) await moveTo(bucket, path.join(folder, fileName), { fileName, sha256 });
  // Before the row, which needs it: it proves that the rows were archived, not deleted.
  await appendLines(anchorFile, [archiveLine(showId('organization', orgId), { from, to, sha256 }, now)]);
  await asWorker(async (tx) => {
    const inserted = await queryOf(tx)('archive_insert', INSERT, [
      orgId,
      from,
      to,
      rows,
      fileName,
      sha256,
      now,
    ]);
    // Another process was faster.
    if (inserted.length === 0) return;
    await tx.client.query('RESET ROLE');
    await enterTenant(tx, orgId);
    await recordAudit(tx, systemContext(orgId, 'system'), {
      action: 'archive_audit_events',
      kind: 'write',
      outcome: 'allowed',
      objectKind: 'organization',
      objectId: orgId,
      detail: { first_seal: from, last_seal: to, count: rows, file: fileName, sha256 },
    });
  });
}

async function moveTo(
  bucket: Archive,
  file: string,
  { fileName, sha256 }: { fileName: string; sha256: string },
): Promise<void> {
  // After a restore of the database, the same rows may be archived again.
  const before = await bucket.sha256(fileName);
  if (before !== null && before !== sha256)
    throw new Error(`The archive file ${fileName} exists with other content.`);
  if (before === null) await bucket.put(fileName, { path: file, sha256 });
  await rm(file, { force: true });
}

interface Unfinished {
  from: number;
  lastTxid: string;
  lastId: string;
  fileName: string;
  sha256: string;
}

const UNFINISHED = `
  select first_seal as "from", last_txid::text as "lastTxid", last_id as "lastId",
    file_name as "fileName", encode(sha256, 'hex') as sha256
  from audit_archives where org_id = $1 and removed_at is null order by first_seal`;
const REMOVE = 'select remove_archived_audit($1, $2::xid8, $3::uuid, $4) as removed';
const FINISH = 'update audit_archives set removed_at = $3 where org_id = $1 and first_seal = $2';

/** Removes the rows of archived parts, also of those that an earlier process had begun with. */
async function removeArchived(
  orgId: string,
  { folder, bucket }: Place,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const run = <Row>(name: string, text: string, values: unknown[]) =>
    asWorker((tx: Tx) => queryOf(tx)<Row>(name, text, values));
  let removed = 0;
  for (const part of await run<Unfinished>('archive_unfinished', UNFINISHED, [orgId])) {
    const { from, lastTxid, lastId, fileName, sha256 } = part;
    const found = bucket ? await bucket.sha256(fileName) : await sha256Of(path.join(folder, fileName));
    if (found !== sha256)
      throw new Error(`The archive file ${fileName} was changed: its rows stay in the database.`);
    for (;;) {
      if (signal?.aborted) return removed;
      const [row] = await run<{ removed: number }>('archive_remove', REMOVE, [
        orgId,
        lastTxid,
        lastId,
        BATCH,
      ]);
      removed += row!.removed;
      if (row!.removed < BATCH) break;
    }
    await run('archive_finish', FINISH, [orgId, from, now]);
  }
  return removed;
}
