import { and, asc, desc, eq, gte, inArray, lt, not, sql, type SQL } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { countRows, timeFilters } from '../../shared/list-filters';
import { openPage } from '../../shared/paging';
import { ofOpenChart } from '../../shared/restricted-charts';
import { chartIdOf } from '../patients/access';
import { ofVisiblePatient, type DocumentRow } from './access';
import { contains, inSignOffState, isSuperseded } from './chart-filter';
import type { DocumentList, ListDocumentsInput } from './contract';
import { searchConditions, type DocumentSearch } from './fhir-search';
import { bareType } from '../../media-types';
import { presentDocument, withContentUrl } from './present';

/** The audit row records every patient whose document is returned. @throws DomainError `invalid_cursor` */
export async function listDocuments(
  ctx: Context,
  input: ListDocumentsInput & DocumentSearch,
): Promise<DocumentList> {
  const list = await perform(
    ctx,
    { action: 'list_documents', kind: 'list', scope: 'documents:read' },
    async (tx) => {
      const patientId = input.patient_id ? await chartIdOf(tx, ctx, input.patient_id) : null;
      const conditions = [
        eq(documents.orgId, ctx.actor.orgId),
        ofVisiblePatient(ctx),
        ofOpenChart(ctx, documents.patientId),
        ...(patientId ? [eq(documents.patientId, patientId)] : []),
        ...filters(input),
        ...searchConditions(input),
      ];
      const page = openPage<DocumentRow>(ctx, 'documents', input);
      const sort = input.sort ?? '-created_at';
      const descending = sort.startsWith('-');
      const direction = descending ? desc : asc;
      const byTime = sort.endsWith('updated_at');
      const rows = await tx
        .select()
        .from(documents)
        .where(and(...conditions, page.after ? beyond(page.after, byTime, descending) : undefined))
        .orderBy(
          ...(byTime ? [direction(documents.updatedAt), direction(documents.id)] : [direction(documents.id)]),
        )
        .limit(page.limit + 1);
      // An ID contains its creation time, so it is the whole sort key.
      const closed = page.close(
        rows,
        (row) => (byTime ? [row.updatedAt.toISOString(), row.id] : [row.id]),
        presentDocument,
      );
      const count = input.include ? await countRows(tx, documents, conditions) : {};
      const shown = rows.slice(0, page.limit);
      return {
        output: { ...closed, ...count },
        audit: {
          objectKind: 'document',
          patientIds: shown.map((row) => row.patientId),
          detail: { count: shown.length },
        },
      };
    },
  );
  return { ...list, data: list.data.map((document) => withContentUrl(ctx, document)) };
}

function beyond(after: unknown[], byTime: boolean, descending: boolean): SQL {
  if (!byTime)
    return descending ? sql`${documents.id} < ${after[0]}::uuid` : sql`${documents.id} > ${after[0]}::uuid`;
  const [time, id] = after;
  return descending
    ? sql`(${documents.updatedAt}, ${documents.id}) < (${time}::timestamptz, ${id}::uuid)`
    : sql`(${documents.updatedAt}, ${documents.id}) > (${time}::timestamptz, ${id}::uuid)`;
}

function filters(input: ListDocumentsInput): SQL[] {
  const conditions: (SQL | undefined)[] = [
    input.order_id ? eq(documents.orderId, readId('lab_order', input.order_id)!) : undefined,
    input.result_id ? eq(documents.resultId, readId('lab_result', input.result_id)!) : undefined,
    input.category ? inArray(documents.category, input.category) : undefined,
    input.type ? eq(documents.typeCode, input.type) : undefined,
    input.status ? inArray(documents.status, input.status) : undefined,
    inSignOffState(input.sign_off),
    input.superseded === 'exclude' ? not(isSuperseded) : undefined,
    input.content_type ? eq(documents.mediaType, bareType(input.content_type)) : undefined,
    input.q ? contains(input.q) : undefined,
    input.document_date_since ? gte(documents.documentDate, input.document_date_since) : undefined,
    input.document_date_until ? lt(documents.documentDate, input.document_date_until) : undefined,
    ...timeFilters(documents, input),
  ];
  return conditions.filter((condition) => condition !== undefined);
}
