import { and, eq, inArray } from 'drizzle-orm';
import { inboundDocuments, inboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { InboundDocumentState, MessageState } from '../../data-types/inbound-message-codes';
import { notifyPages } from '../../events/notify-pages';
import type { Context } from '../../shared/context';

/** The worst state of its documents. */
export function stateOfDocuments(states: readonly InboundDocumentState[]): MessageState {
  const worst = (['conflict', 'unmatched', 'unreadable'] as const).find((state) => states.includes(state));
  return worst ?? (states.includes('older') ? 'stale' : 'processed');
}

/** Updates the state of a message after one of its documents was decided, and notifies open pages. */
export async function refreshMessageOf(
  tx: Tx,
  ctx: Context,
  { id, messageId }: { id: string; messageId: string },
): Promise<void> {
  const { orgId } = ctx.actor;
  const rows = await tx
    .select({ state: inboundDocuments.state })
    .from(inboundDocuments)
    .where(and(eq(inboundDocuments.orgId, orgId), eq(inboundDocuments.messageId, messageId)));
  await tx
    .update(inboundMessages)
    .set({ state: stateOfDocuments(rows.map(({ state }) => state)) })
    .where(
      and(
        eq(inboundMessages.orgId, orgId),
        eq(inboundMessages.id, messageId),
        inArray(inboundMessages.state, ['processed', 'unmatched', 'conflict', 'unreadable', 'stale']),
      ),
    );
  await notifyPages(tx, ctx, 'inbound_document', id);
}
