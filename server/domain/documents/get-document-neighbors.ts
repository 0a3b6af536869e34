import { and, asc, desc, eq, not, sql } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { ofOpenChart } from '../../shared/restricted-charts';
import { findDocument, ofVisiblePatient } from './access';
import type { DocumentNeighbors, GetDocumentNeighborsInput } from './chart-contract';
import { chartDay, chartFilter, isSuperseded } from './chart-filter';

/** Portal: the previous and next document in the list of the chart or of all patients. @throws DomainError `not_found` */
export function getDocumentNeighbors(
  ctx: Context,
  { id, list, ...filter }: GetDocumentNeighborsInput,
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
          .select({ id: documents.id, patientId: documents.patientId, title: documents.title })
          .from(documents)
          .where(
            and(
              eq(documents.orgId, orgId),
              list
                ? and(ofVisiblePatient(ctx), ofOpenChart(ctx, documents.patientId))
                : eq(documents.patientId, document.patientId),
              side === 'newer' ? sql`${place} > ${own}` : sql`${place} < ${own}`,
              chartFilter(orgId, filter),
              filter.superseded === 'include' ? undefined : not(isSuperseded),
            ),
          )
          .orderBy(...(day ? [direction(day)] : []), direction(documents.id))
          .limit(1);
        return row;
      };
      const [newer, older] = [await nearest('newer'), await nearest('older')];
      const present = (row: typeof newer) =>
        row
          ? {
              id: showId('document', row.id),
              patient_id: showId('patient', row.patientId),
              title: row.title,
            }
          : null;
      return {
        output: { newer: present(newer), older: present(older) },
        audit: {
          objectKind: 'document',
          objectId: document.id,
          patientIds: [...new Set([document, newer, older].flatMap((row) => (row ? [row.patientId] : [])))],
        },
      };
    },
  );
}
