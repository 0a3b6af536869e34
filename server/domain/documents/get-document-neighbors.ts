import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findDocument } from './access';
import type { DocumentNeighbors, GetDocumentNeighborsInput } from './chart-contract';
import { chartFilter } from './chart-filter';

/** Portal: the previous and next document in the list of the chart. @throws DomainError `not_found` */
export function getDocumentNeighbors(
  ctx: Context,
  { id, ...filter }: GetDocumentNeighborsInput,
): Promise<DocumentNeighbors> {
  return perform(
    ctx,
    { action: 'get_document_neighbors', kind: 'read', scope: 'documents:read' },
    async (tx) => {
      const { orgId } = ctx.actor;
      const document = await findDocument(tx, ctx, id);
      const nearest = async (side: 'newer' | 'older') => {
        const [row] = await tx
          .select({ id: documents.id, title: documents.title })
          .from(documents)
          .where(
            and(
              eq(documents.orgId, orgId),
              eq(documents.patientId, document.patientId),
              side === 'newer' ? gt(documents.id, document.id) : lt(documents.id, document.id),
              chartFilter(orgId, filter),
            ),
          )
          .orderBy(side === 'newer' ? asc(documents.id) : desc(documents.id))
          .limit(1);
        return row ? { id: showId('document', row.id), title: row.title } : null;
      };
      return {
        output: { newer: await nearest('newer'), older: await nearest('older') },
        audit: { objectKind: 'document', objectId: document.id, patientIds: [document.patientId] },
      };
    },
  );
}
