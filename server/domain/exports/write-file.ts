import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { and, eq, sql } from 'drizzle-orm';
import type { ExportResource } from '../../data-types/export-codes';
import { databaseTime } from '../../db/clock';
import { dataExports, exportFiles } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { newId, notFound, showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { storage, type Staged } from '../../storage/index';
import { placeBytes } from '../documents/place-bytes';
import { nameOf } from './access';
import { exportEvent } from './events';
import { renewLease } from './queue';
import { READ } from './read-records';

/** The next file of an export. */
export interface NextFile {
  /** Of the credential that requested the export. */
  ctx: Context;
  /** `uuid` */
  exportId: string;
  resource: ExportResource;
  part: number;
  after: string | null;
  updatedSince: Date | null;
  /** Whether no other resource follows. */
  isLastResource: boolean;
}

/** A file ends at the first of these: after a crash, it is written again. `bytes` are those before the compression. */
export const fileLimits = { rows: 100_000, bytes: 512 * 1024 * 1024, ms: 120_000 };
/** Patients in one audit row. */
const AUDITED_AT_ONCE = 1_000;
const LIFETIME_MS = 72 * 3_600_000;

/** What is in the file. */
interface Written {
  rows: number;
  lastId: string | null;
  isLast: boolean;
  patientIds: Set<string>;
}

/**
 * Writes one file: reads the records page by page in short transactions, compresses them on the way to the disk, and
 * commits file, audit rows and progress together.
 * @throws DomainError `not_found` if the export has ended, or another worker has written the file
 */
export async function writeFile(next: NextFile, signal: AbortSignal): Promise<void> {
  const written: Written = { rows: 0, lastId: next.after, isLast: false, patientIds: new Set() };
  const gzip = createGzip();
  // Its failure destroys `gzip`, so that `stage` fails with the same error.
  const compressing = pipeline(linesOf(next, written, signal), gzip);
  compressing.catch(() => undefined);
  const staged = await storage().stage(gzip, { maxBytes: Number.MAX_SAFE_INTEGER });
  try {
    await compressing;
    const { orgId } = next.ctx.actor;
    const id = newId();
    await placeBytes(staged, { orgId, id }, (storageKey, named) =>
      perform(next.ctx, { action: 'write_export_file', kind: 'download' }, async (tx) => {
        await insertFile(tx, next, written, { staged, id, storageKey });
        named();
        return { output: undefined, audit: await auditPatients(tx, next, written) };
      }),
    );
  } finally {
    await storage().discard(staged);
  }
}

async function* linesOf(next: NextFile, written: Written, signal: AbortSignal): AsyncGenerator<Buffer> {
  const { ctx, exportId, resource, updatedSince } = next;
  const due = { orgId: ctx.actor.orgId, id: exportId };
  let bytes = 0;
  const ends = Date.now() + fileLimits.ms;
  const isFull = () => written.rows >= fileLimits.rows || bytes >= fileLimits.bytes || Date.now() >= ends;
  while (!written.isLast && !isFull()) {
    signal.throwIfAborted();
    const page = await withTenant(due.orgId, async (tx) => {
      await renewLease(tx, due);
      return READ[resource](tx, ctx, { after: written.lastId, updatedSince });
    });
    const lines = Buffer.from(page.items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    bytes += lines.length;
    written.rows += page.items.length;
    written.lastId = page.lastId ?? written.lastId;
    written.isLast = !page.hasMore;
    for (const id of page.patientIds) written.patientIds.add(id);
    yield lines;
  }
}

interface Placed {
  staged: Staged;
  /** `uuid` of the file. */
  id: string;
  storageKey: string;
}

async function insertFile(
  tx: Tx,
  { ctx, exportId, resource, part, isLastResource }: NextFile,
  { rows, lastId, isLast }: Written,
  { staged, id, storageKey }: Placed,
): Promise<void> {
  const { orgId } = ctx.actor;
  const own = and(eq(dataExports.orgId, orgId), eq(dataExports.id, exportId));
  // The lock makes a cancellation or an erasure wait for the file, or this for them.
  const [row] = await tx.select({ status: dataExports.status }).from(dataExports).where(own).for('update');
  if (row?.status !== 'running') throw notFound();
  const inserted = await tx
    .insert(exportFiles)
    .values({
      orgId,
      exportId,
      resource,
      part,
      id,
      createdAt: new Date(),
      rowCount: rows,
      size: staged.size,
      sha256: staged.sha256,
      storageKey,
      lastId,
      isLast,
    })
    .onConflictDoNothing()
    .returning({ id: exportFiles.id });
  if (inserted.length === 0) throw notFound();
  const now = new Date();
  const [after] = await tx
    .update(dataExports)
    .set({
      rowCount: sql`${dataExports.rowCount} + ${rows}`,
      attempts: 0,
      version: sql`${dataExports.version} + 1`,
      updatedAt: databaseTime,
      ...(isLast && isLastResource
        ? {
            status: 'completed',
            dueAt: null,
            completedAt: now,
            expiresAt: new Date(now.getTime() + LIFETIME_MS),
          }
        : { dueAt: now }),
    })
    .where(own)
    .returning();
  if (after!.status === 'completed') await emit(tx, ctx, exportEvent('export.completed', after!));
}

/** Names every patient in the file, in as many rows as needed. @returns the facts of the last one */
async function auditPatients(tx: Tx, next: NextFile, { rows, patientIds }: Written) {
  const facts = (ids: string[]) => ({
    objectKind: 'export' as const,
    objectId: next.exportId,
    patientIds: ids,
    detail: { file: nameOf(next), count: rows },
  });
  const ids = [...patientIds];
  while (ids.length > AUDITED_AT_ONCE)
    await recordAudit(tx, next.ctx, {
      ...facts(ids.splice(0, AUDITED_AT_ONCE)),
      action: 'write_export_file',
      kind: 'download',
      outcome: 'allowed',
    });
  return facts(ids);
}

export const whereOf = ({ exportId, ...next }: NextFile): Record<string, string> => ({
  export: showId('export', exportId),
  file: nameOf(next),
});
