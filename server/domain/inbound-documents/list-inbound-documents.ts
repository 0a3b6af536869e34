import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { inboundDocuments } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { presentInboundDocument, READ, selectInboundDocuments, type NamedDocument } from './access';
import type { InboundDocumentList, ListInboundDocumentsInput } from './contract';
import { LISTED_STATES } from './rules';

/** Documents that need a decision, oldest first. Throws DomainError `invalid_cursor`. */
export function listInboundDocuments(
  ctx: Context,
  input: ListInboundDocumentsInput,
): Promise<InboundDocumentList> {
  return perform(ctx, { action: 'list_inbound_documents', kind: 'list', ...READ }, async (tx) => {
    const page = openPage<NamedDocument>(ctx, 'inbound_documents', input);
    const rows = await selectInboundDocuments(tx, ctx)
      .where(
        and(
          eq(inboundDocuments.orgId, ctx.actor.orgId),
          eq(inboundDocuments.isTest, false),
          inArray(inboundDocuments.state, [...LISTED_STATES]),
          page.after ? gt(inboundDocuments.id, page.after[0] as string) : undefined,
        ),
      )
      .orderBy(asc(inboundDocuments.id))
      .limit(page.limit + 1);
    const list = page.close(rows, ({ row }) => [row.id], presentInboundDocument);
    return { output: list, audit: { objectKind: 'inbound_document', detail: { count: list.data.length } } };
  });
}
