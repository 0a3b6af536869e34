import { and, eq } from 'drizzle-orm';
import { outboundMessageBytes, outboundMessages } from '../../db/schema/index';
import { viewMessage } from '../../hl7v2/view-message';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound, pathId, showId } from '../../shared/ids';
import { MANAGE } from '../lab-connections/access';
import { namedOutbound } from './access';
import type { OutboundMessageDetail, OutboundMessagePath } from './contract';
import { presentOutboundMessage } from './present';

/**
 * One message with its text and the laboratory's answer. This reads patient data: it appears in the access log of the
 * patient.
 * @throws DomainError `not_found`
 */
export function getOutboundMessage(ctx: Context, input: OutboundMessagePath): Promise<OutboundMessageDetail> {
  return perform(ctx, { action: 'get_outbound_message', kind: 'read', ...MANAGE }, async (tx) => {
    const uuid = pathId('outbound_message', input.id);
    const [found] = await namedOutbound(tx, ctx, eq(outboundMessages.id, uuid));
    if (!found) throw notFound();
    const [stored] = await tx
      .select()
      .from(outboundMessageBytes)
      .where(and(eq(outboundMessageBytes.orgId, ctx.actor.orgId), eq(outboundMessageBytes.messageId, uuid)));
    return {
      output: {
        ...presentOutboundMessage(found),
        patient_id: showId('patient', found.patientId),
        reason: found.message.reason,
        content: stored ? viewMessage(stored.bytes, null) : null,
        content_removed_at: found.message.contentRemovedAt?.toISOString() ?? null,
        answer: stored?.answer ? viewMessage(stored.answer, null) : null,
        answered_at: stored?.answeredAt?.toISOString() ?? null,
      },
      audit: { objectKind: 'outbound_message', objectId: uuid, patientIds: [found.patientId] },
    };
  });
}
