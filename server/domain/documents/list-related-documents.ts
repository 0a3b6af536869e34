import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findDocument } from './access';
import type { RelatedDocuments } from './chart-contract';
import { relatedDocuments } from './feed-documents';
import { presentDocument } from './present';

/** Versions, parts and addenda of a document received as a message, oldest first. @throws DomainError `not_found` */
export function listRelatedDocuments(ctx: Context, input: { id: string }): Promise<RelatedDocuments> {
  return perform(
    ctx,
    { action: 'list_related_documents', kind: 'list', scope: 'documents:read' },
    async (tx) => {
      const row = await findDocument(tx, ctx, input.id);
      const rows = await relatedDocuments(tx, ctx, row);
      return {
        output: { data: rows.map(presentDocument) },
        audit: { objectKind: 'document', objectId: row.id, patientIds: [row.patientId] },
      };
    },
  );
}
