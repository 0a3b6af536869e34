import { storage, type StoredFile } from '../../storage/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findDocument, type DocumentRow } from './access';
import { contentUnavailable, lossOf, type LostFile } from './lost-content';
import { assertActorStands } from './current-actor';

/** The caller must stream or close `file`. */
export interface Download {
  document: Pick<DocumentRow, 'id' | 'fileName' | 'contentType' | 'size' | 'sha256'> & LostFile;
  file: StoredFile;
}

/**
 * Opens the bytes of one document. The audit row is committed before the first byte is sent, but after the file is
 * opened, so that a download that cannot be served is not recorded.
 * @throws DomainError `not_found`, `invalid_state`, `invalid_credentials`, `content_unavailable`
 */
export async function downloadDocument(
  ctx: Context,
  input: { id: string },
  options: { bySignedAddress?: boolean } = {},
): Promise<Download> {
  let file: StoredFile | undefined;
  try {
    return await perform(
      ctx,
      { action: 'download_document', kind: 'download', scope: 'documents:read' },
      async (tx) => {
        if (options.bySignedAddress) await assertActorStands(tx, ctx.actor, 'documents:read');
        const row = await findDocument(tx, ctx, input.id);
        if (row.fileRemovedAt)
          throw new DomainError('invalid_state', 'The file contained malware and was removed.');
        if (row.status !== 'available' || row.storageKey === null)
          throw new DomainError(
            'invalid_state',
            `The content of a document that is ${row.status} cannot be read.`,
          );
        file = await storage()
          .open(row.storageKey)
          .catch((error: unknown) => {
            throw contentUnavailable(ctx, row, lossOf(error), error);
          });
        if (file.size !== row.size) throw contentUnavailable(ctx, row, 'altered');
        const { id, fileName, contentType, size, sha256 } = row;
        return {
          output: { document: { id, fileName, contentType, size, sha256 }, file },
          audit: { objectKind: 'document', objectId: id, patientIds: [row.patientId] },
        };
      },
    );
  } catch (error) {
    await file?.close();
    throw error;
  }
}
