import { and, eq } from 'drizzle-orm';
import { inboundDocuments } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { storedMessage } from '../inbound-messages/access';
import { DECIDE, lockDecidable } from './access';
import type { ReturnedInboundDocument, ReturnInboundDocumentInput } from './contract';
import { refreshMessageOf } from './refresh-message';
import { LISTED_STATES } from './rules';

/** Returns a rejected document to the state it had before. @throws DomainError `not_found`, `invalid_state` */
export function returnInboundDocument(
  ctx: Context,
  input: ReturnInboundDocumentInput,
): Promise<ReturnedInboundDocument> {
  return perform(ctx, { action: 'return_inbound_document', kind: 'write', ...DECIDE }, async (tx) => {
    const row = await lockDecidable(tx, ctx, input.id, ['dismissed']);
    // Without its content it could be neither opened nor filed.
    await storedMessage(tx, ctx, row.messageId);
    const { before, ...why } = row.why;
    // Version 0.1.0 did not record it.
    const state = LISTED_STATES.find((one) => one === before) ?? 'unmatched';
    await tx
      .update(inboundDocuments)
      .set({ state, why, decidedBy: null, decidedAt: null, reason: null })
      .where(and(eq(inboundDocuments.orgId, ctx.actor.orgId), eq(inboundDocuments.id, row.id)));
    await refreshMessageOf(tx, ctx, row);
    return {
      output: { id: showId('inbound_document', row.id), state },
      audit: { objectKind: 'inbound_document', objectId: row.id, detail: { state, before: row.state } },
    };
  });
}
