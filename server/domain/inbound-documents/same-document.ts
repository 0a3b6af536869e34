import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import { inboundDocuments } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { isSameAsSent } from '../inbound-reports/filing/report-facts';
import type { InboundDocumentRow } from './access';
import { OPEN_STATES } from './rules';

/** Unmatched messages about the document, with the same patient as sent, in the order in which they were sent. */
export async function sameDocument(
  tx: Tx,
  ctx: Context,
  row: InboundDocumentRow,
): Promise<InboundDocumentRow[]> {
  const numbers = [row.number, row.parent].filter((number) => number !== null);
  if (numbers.length === 0) return [];
  const rows = await tx
    .select()
    .from(inboundDocuments)
    .where(
      and(
        eq(inboundDocuments.orgId, ctx.actor.orgId),
        eq(inboundDocuments.connectionId, row.connectionId),
        inArray(inboundDocuments.state, [...OPEN_STATES]),
        eq(inboundDocuments.isTest, false),
        or(inArray(inboundDocuments.number, numbers), inArray(inboundDocuments.parent, numbers)),
        ne(inboundDocuments.id, row.id),
      ),
    )
    .orderBy(asc(inboundDocuments.sentAt), asc(inboundDocuments.id))
    .limit(50);
  return rows.filter((other) => isSameAsSent(other, row));
}
