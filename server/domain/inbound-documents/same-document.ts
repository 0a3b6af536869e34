import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import { inboundDocuments } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { isSameAsSent } from '../inbound-reports/filing/report-facts';
import { selectInboundDocuments, type InboundDocumentRow, type NamedDocument } from './access';
import { LISTED_STATES, OPEN_STATES } from './rules';

const MOST_ABOUT_ONE = 50;

/** Other messages about the document that need a decision, in the order in which they were sent. */
export async function sameDocument(tx: Tx, ctx: Context, row: InboundDocumentRow): Promise<NamedDocument[]> {
  const numbers = [row.number, row.parent].filter((number) => number !== null);
  if (numbers.length === 0) return [];
  return selectInboundDocuments(tx, ctx)
    .where(
      and(
        eq(inboundDocuments.orgId, ctx.actor.orgId),
        eq(inboundDocuments.connectionId, row.connectionId),
        inArray(inboundDocuments.state, [...LISTED_STATES]),
        eq(inboundDocuments.isTest, false),
        or(inArray(inboundDocuments.number, numbers), inArray(inboundDocuments.parent, numbers)),
        ne(inboundDocuments.id, row.id),
      ),
    )
    .orderBy(asc(inboundDocuments.sentAt), asc(inboundDocuments.id))
    .limit(MOST_ABOUT_ONE);
}

/** Whether filing one message about a document files the other: the patient is the same as sent. */
export const isFiledWith = (other: InboundDocumentRow, row: InboundDocumentRow): boolean =>
  (OPEN_STATES as readonly string[]).includes(other.state) && isSameAsSent(other, row);
