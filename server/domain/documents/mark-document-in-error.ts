import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { Document } from './contract';
import { CORRECT, lockForCorrection, withdraw, writeCorrection } from './correct-document';
import type { MarkDocumentInErrorInput } from './correction-contract';
import { presentDocument } from './present';

/**
 * Marks a document that should never have been filed. It stays listed with the reason, but its content can no longer be
 * read.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function markDocumentInError(ctx: Context, input: MarkDocumentInErrorInput): Promise<Document> {
  return perform(ctx, { action: 'mark_document_in_error', kind: 'write', ...CORRECT }, async (tx) => {
    const row = await withdraw(tx, ctx, await lockForCorrection(tx, ctx, input.id));
    await writeCorrection(tx, ctx, {
      documentId: row.id,
      act: 'entered_in_error',
      reason: input.reason,
    });
    return {
      output: presentDocument(row),
      audit: { objectKind: 'document', objectId: row.id, patientIds: [row.patientId] },
    };
  });
}
