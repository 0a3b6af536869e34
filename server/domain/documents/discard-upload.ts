import { and, eq } from 'drizzle-orm';
import { uploads } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { lockUpload, OWN, presentUpload } from './upload-access';
import type { Upload } from './upload-contract';
import { removeUpload } from './remove-upload';

/** @throws DomainError `not_found`, `invalid_state` once filed: a document is withdrawn by a correction instead */
export async function discardUpload(ctx: Context, { id }: { id: string }): Promise<Upload> {
  const { orgId } = ctx.actor;
  const { row, output } = await perform(
    ctx,
    { action: 'discard_upload', kind: 'write', ...OWN },
    async (tx) => {
      const upload = await lockUpload(tx, ctx, id);
      if (upload.documentId)
        throw new DomainError(
          'invalid_state',
          `The file is already filed as ${showId('document', upload.documentId)}.`,
        );
      // Expires the row first, so that no one can file it while its bytes are removed.
      await tx
        .update(uploads)
        .set({ expiresAt: upload.createdAt })
        .where(and(eq(uploads.orgId, orgId), eq(uploads.id, upload.id)));
      return {
        output: { row: upload, output: presentUpload(upload) },
        audit: { objectKind: 'upload', objectId: upload.id, patientIds: [upload.patientId] },
      };
    },
  );
  await removeUpload(row);
  return output;
}
