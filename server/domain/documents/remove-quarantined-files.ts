import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import { asWorker, withTenant } from '../../db/transaction';
import { emit } from '../../events/emit';
import { storage } from '../../storage/index';
import { perform } from '../../shared/perform';
import { systemContext } from '../../shared/system-actor';
import { documentEvent } from './document-event';

/**
 * Removes the files of documents with malware that were received before a time. The documents stay and say so.
 * @returns the number of removed files
 */
export async function removeQuarantinedFiles(orgId: string, before: Date, most: number): Promise<number> {
  const { rows } = await asWorker((tx) =>
    tx.execute<{ key: string }>(sql`
      select distinct storage_key as key from documents
      where org_id = ${orgId} and status in ('quarantined', 'entered_in_error') and scan_status = 'infected'
        and storage_key is not null and created_at < ${before.toISOString()}::timestamptz limit ${most}`),
  );
  let removed = 0;
  for (const { key } of rows) if (await removeFile(orgId, key)) removed++;
  return removed;
}

/** A document that was moved to another patient has the same file. @returns false if one of them is readable */
async function removeFile(orgId: string, key: string): Promise<boolean> {
  const named = and(eq(documents.orgId, orgId), eq(documents.storageKey, key));
  const rows = await withTenant(orgId, (tx) =>
    tx.select({ status: documents.status }).from(documents).where(named),
  );
  if (rows.some(({ status }) => status === 'available' || status === 'processing')) return false;
  // The file first: if interrupted, the rows still name it, and the next sweep continues.
  await storage().remove(key);
  const ctx = systemContext(orgId, 'system');
  await perform(ctx, { action: 'remove_quarantined_file', kind: 'write' }, async (tx) => {
    const changed = await tx
      .update(documents)
      .set({
        storageKey: null,
        fileRemovedAt: new Date(),
        version: sql`${documents.version} + 1`,
        sequence: sql`${documents.sequence} + 1`,
        updatedAt: databaseTime,
      })
      .where(named)
      .returning();
    for (const row of changed)
      await emit(
        tx,
        ctx,
        documentEvent(row, {
          type: 'document.updated',
          sequence: row.sequence,
          changedFields: ['file_removed_at'],
        }),
      );
    return {
      output: undefined,
      audit: {
        objectKind: 'document',
        objectId: changed[0]!.id,
        patientIds: [...new Set(changed.map(({ patientId }) => patientId))],
      },
    };
  });
  return true;
}
