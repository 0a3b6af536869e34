import { and, eq } from 'drizzle-orm';
import { uploads } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { storage } from '../../storage/index';
import type { UploadRow } from './upload-access';

/**
 * Removes the bytes, then the row: if interrupted, the row remains for `expireUnfiledUploads` to retry. Call only for
 * expired uploads.
 */
export async function removeUpload(row: Pick<UploadRow, 'orgId' | 'id' | 'storageKey'>): Promise<void> {
  if (row.storageKey) await storage().remove(row.storageKey);
  await withTenant(row.orgId, async (tx) => {
    await tx.delete(uploads).where(and(eq(uploads.orgId, row.orgId), eq(uploads.id, row.id)));
  });
}
