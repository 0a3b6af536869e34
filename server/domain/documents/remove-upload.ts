import { and, eq } from 'drizzle-orm';
import { uploads } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { storage } from '../../storage/index';
import type { UploadRow } from './upload-access';

/**
 * The bytes first, then the row: broken off in between, the row says what is still to be removed, and `expireHeldUploads` comes
 * back to it. To be called for what is over, and for nothing else.
 */
export async function removeUpload(row: Pick<UploadRow, 'orgId' | 'id' | 'storageKey'>): Promise<void> {
  if (row.storageKey) await storage().remove(row.storageKey);
  await withTenant(row.orgId, async (tx) => {
    await tx.delete(uploads).where(and(eq(uploads.orgId, row.orgId), eq(uploads.id, row.id)));
  });
}
