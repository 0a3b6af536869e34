import { and, eq, lt } from 'drizzle-orm';
import { uploads } from '../../db/schema/index';
import { asWorker } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { isDomainError } from '../../errors/domain-error';
import { notFound } from '../../shared/ids';
import { systemContext } from '../../shared/system-actor';
import type { UploadRow } from './upload-access';
import { removeUpload } from './remove-upload';

const BATCH = 100;
/** Allows for clock differences between processes: one must not remove what another is filing. */
const GRACE_MS = 60_000;

/** Removes uploads that were not filed within a day, and the rows of those that were. @returns their number */
export async function expireUnfiledUploads(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - GRACE_MS);
  const over = await asWorker((tx) =>
    tx
      .select({ orgId: uploads.orgId, id: uploads.id })
      .from(uploads)
      .where(lt(uploads.expiresAt, before))
      .orderBy(uploads.expiresAt)
      .limit(BATCH),
  );
  let removed = 0;
  for (const { orgId, id } of over) {
    const row = await endUpload(orgId, id, before);
    if (!row) continue;
    await removeUpload(row);
    removed++;
  }
  return removed;
}

/** @returns null if another process was faster */
async function endUpload(orgId: string, id: string, before: Date): Promise<UploadRow | null> {
  try {
    return await perform(
      systemContext(orgId, 'system'),
      { action: 'expire_held_upload', kind: 'write' },
      async (tx) => {
        const [row] = await tx
          .select()
          .from(uploads)
          .where(and(eq(uploads.orgId, orgId), eq(uploads.id, id), lt(uploads.expiresAt, before)))
          .for('update');
        if (!row) throw notFound();
        return {
          output: row,
          audit: {
            objectKind: 'upload',
            objectId: row.id,
            patientIds: [row.patientId],
            detail: { filed: row.documentId !== null },
          },
        };
      },
    );
  } catch (error) {
    if (isDomainError(error) && error.code === 'not_found') return null;
    throw error;
  }
}
