import { and, eq } from 'drizzle-orm';
import { inboundMessages } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findInboundMessage, MANAGE } from './access';
import type { InboundMessage, SetMessageAsideInput } from './contract';
import { presentInboundMessage } from './present';
import { SET_ASIDE } from './rules';

/**
 * Removes an unprocessed message from the queue, so that the connection's next messages continue. It can be run again.
 * If it is being processed at this moment, that outcome prevails.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function setMessageAside(ctx: Context, input: SetMessageAsideInput): Promise<InboundMessage> {
  return perform(ctx, { action: 'set_message_aside', kind: 'write', ...MANAGE }, async (tx) => {
    const { message, connection } = await findInboundMessage(tx, ctx, input.id, { lock: true });
    if (message.state !== 'received')
      throw new DomainError('invalid_state', 'Only an unprocessed message can be set aside.');
    const [row] = await tx
      .update(inboundMessages)
      .set({
        state: 'parked',
        failure: SET_ASIDE,
        finishedAt: new Date(),
        nextTryAt: null,
        leaseUntil: null,
        leaseToken: null,
        setAsideBy: actorName(ctx.actor),
        setAsideReason: input.reason,
      })
      .where(and(eq(inboundMessages.orgId, ctx.actor.orgId), eq(inboundMessages.id, message.id)))
      .returning();
    return {
      output: presentInboundMessage({ message: row!, connection }),
      audit: {
        objectKind: 'inbound_message',
        objectId: message.id,
        detail: { tries: message.tries, reason: input.reason },
      },
    };
  });
}
