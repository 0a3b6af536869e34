import { and, asc, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import { inboundDocuments } from '../../db/schema/index';
import { namesOfPeople } from '../../shared/actor-names';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { personMatches } from '../inbound-reports/person-matches';
import {
  presentDecision,
  presentInboundDocument,
  READ,
  selectInboundDocuments,
  type NamedDocument,
} from './access';
import type { InboundDocumentList, ListInboundDocumentsInput } from './contract';
import { LISTED_STATES } from './rules';

/** Documents that need a decision, oldest first, or the rejected ones, newest first. Throws DomainError `invalid_cursor`. */
export function listInboundDocuments(
  ctx: Context,
  input: ListInboundDocumentsInput,
): Promise<InboundDocumentList> {
  return perform(ctx, { action: 'list_inbound_documents', kind: 'list', ...READ }, async (tx) => {
    const isOpen = input.view === 'open';
    const page = openPage<NamedDocument>(ctx, 'inbound_documents', input);
    const rows = await selectInboundDocuments(tx, ctx)
      .where(
        and(
          eq(inboundDocuments.orgId, ctx.actor.orgId),
          eq(inboundDocuments.isTest, false),
          inArray(inboundDocuments.state, isOpen ? [...LISTED_STATES] : ['dismissed']),
          page.after ? (isOpen ? gt : lt)(inboundDocuments.id, page.after[0] as string) : undefined,
        ),
      )
      .orderBy((isOpen ? asc : desc)(inboundDocuments.id))
      .limit(page.limit + 1);
    const matches = await personMatches(tx, ctx, rows);
    const names = await namesOfPeople(
      tx,
      ctx,
      rows.map(({ row }) => row.decidedBy),
    );
    const list = page.close(
      rows,
      ({ row }) => [row.id],
      (one) => ({
        ...presentInboundDocument(one, matches.get(one.row.id)),
        decided: presentDecision(one.row, names),
      }),
    );
    return { output: list, audit: { objectKind: 'inbound_document', detail: { count: list.data.length } } };
  });
}
