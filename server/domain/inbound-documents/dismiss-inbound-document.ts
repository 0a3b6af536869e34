import { and, eq } from 'drizzle-orm';
import { inboundDocuments } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { DECIDE, lockDecidable } from './access';
import type { DismissInboundDocumentInput, FiledInboundDocument } from './contract';
import { refreshMessageOf } from './refresh-message';
import { LISTED_STATES } from './rules';

/** Files nothing. The document is returned with `returnInboundDocument`. @throws DomainError `not_found`, `invalid_state` */
export function dismissInboundDocument(
  ctx: Context,
  input: DismissInboundDocumentInput,
): Promise<FiledInboundDocument> {
  return perform(ctx, { action: 'dismiss_inbound_document', kind: 'write', ...DECIDE }, async (tx) => {
    const row = await lockDecidable(tx, ctx, input.id, LISTED_STATES);
    await tx
      .update(inboundDocuments)
      .set({
        state: 'dismissed',
        why: { ...row.why, before: row.state },
        decidedBy: actorName(ctx.actor),
        decidedAt: new Date(),
        reason: input.reason,
      })
      .where(and(eq(inboundDocuments.orgId, ctx.actor.orgId), eq(inboundDocuments.id, row.id)));
    await refreshMessageOf(tx, ctx, row);
    return {
      output: {
        id: showId('inbound_document', row.id),
        state: 'dismissed' as const,
        patient_id: null,
        document_id: null,
        also_filed: 0,
        may_undo: false,
      },
      audit: {
        objectKind: 'inbound_document',
        objectId: row.id,
        detail: { before: row.state, ...(row.problem ? { problem: row.problem } : {}) },
      },
    };
  });
}
