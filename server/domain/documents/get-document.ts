import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findDocument } from './access';
import type { Document } from './contract';
import { presentDocument, withContentUrl } from './present';

/** @throws DomainError `not_found` */
export async function getDocument(ctx: Context, input: { id: string }): Promise<Document> {
  const document = await perform(
    ctx,
    { action: 'get_document', kind: 'read', scope: 'documents:read' },
    async (tx) => {
      const row = await findDocument(tx, ctx, input.id);
      return {
        output: presentDocument(row),
        audit: { objectKind: 'document', objectId: row.id, patientIds: [row.patientId] },
      };
    },
  );
  return withContentUrl(ctx, document);
}
