import { and, eq, lt, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import { asWorker } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import { isDomainError } from '../../errors/domain-error';
import { notFound } from '../../shared/ids';
import { systemContext } from '../../shared/system-actor';
import { documentEvent } from './document-event';
import { UPLOAD_GRACE_MS, UPLOAD_LIFETIME_MS } from './upload-address';

const BATCH = 100;

/**
 * Sets announced documents without bytes to `failed`. The row remains, because a client has its ID.
 * @returns their number
 */
export async function expireUploads(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - UPLOAD_LIFETIME_MS - UPLOAD_GRACE_MS);
  const waiting = await asWorker((tx) =>
    tx
      .select({ orgId: documents.orgId, id: documents.id })
      .from(documents)
      .where(and(sql`${documents.status} = 'pending_upload'`, lt(documents.createdAt, before)))
      .orderBy(documents.createdAt)
      .limit(BATCH),
  );
  let expired = 0;
  for (const document of waiting) if (await expireUpload(document)) expired++;
  return expired;
}

/** @returns false if the bytes arrived at the last moment */
async function expireUpload({ orgId, id }: { orgId: string; id: string }): Promise<boolean> {
  const ctx = systemContext(orgId, 'system');
  try {
    await perform(ctx, { action: 'expire_upload', kind: 'write' }, async (tx) => {
      const [row] = await tx
        .update(documents)
        .set({
          status: 'failed',
          version: sql`${documents.version} + 1`,
          sequence: sql`${documents.sequence} + 1`,
          updatedAt: databaseTime,
        })
        .where(and(eq(documents.orgId, orgId), eq(documents.id, id), eq(documents.status, 'pending_upload')))
        .returning();
      if (!row) throw notFound();
      const change = { changedFields: ['status'], previous: { status: 'pending_upload' } };
      await emit(
        tx,
        ctx,
        documentEvent(row, { type: 'document.updated', sequence: row.sequence, ...change }),
      );
      return {
        output: undefined,
        audit: { objectKind: 'document', objectId: id, patientIds: [row.patientId] },
      };
    });
    return true;
  } catch (error) {
    if (isDomainError(error) && error.code === 'not_found') return false;
    throw error;
  }
}
