import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findDocument } from './access';
import type { DocumentNeighbors, GetDocumentNeighborsInput } from './chart-contract';
import { chartDay, chartFilter } from './chart-filter';

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
      const day = filter.order ? chartDay(orgId) : null;
      const [at] = day
        ? await tx
            .select({ day })
            .from(documents)
            .where(and(eq(documents.orgId, orgId), eq(documents.id, document.id)))
        : [];
      const place = day ? sql`(${day}, ${documents.id})` : sql`${documents.id}`;
      const own = at ? sql`(${at.day}::date, ${document.id}::uuid)` : sql`${document.id}::uuid`;
      const nearest = async (side: 'newer' | 'older') => {
        const direction = side === 'newer' ? asc : desc;
        const [row] = await tx
          .select({ id: documents.id, title: documents.title })
          .from(documents)
          .where(
            and(
              eq(documents.orgId, orgId),
              eq(documents.patientId, document.patientId),
              side === 'newer' ? sql`${place} > ${own}` : sql`${place} < ${own}`,
              chartFilter(orgId, filter),
            ),
          )
          .orderBy(...(day ? [direction(day)] : []), direction(documents.id))
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
