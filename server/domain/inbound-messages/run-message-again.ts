import { and, eq, inArray } from 'drizzle-orm';
import { inboundMessages } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { findInboundMessage, MANAGE } from './access';
import type { InboundMessage, InboundMessagePath } from './contract';
import { presentInboundMessage } from './present';
import type { MessageState } from './rules';

/** Those that were taken and have come to an end. What was refused the laboratory sends again, because it was told so. */
const RUN_AGAIN: MessageState[] = ['processed', 'unmatched', 'conflict', 'parked'];

/**
 * Puts a message back into the queue, for instance after codes were mapped: it is read again from its bytes, and what
 * was filed before is not filed twice.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function runMessageAgain(ctx: Context, input: InboundMessagePath): Promise<InboundMessage> {
  return perform(ctx, { action: 'run_message_again', kind: 'write', ...MANAGE }, async (tx) => {
    const before = await findInboundMessage(tx, ctx, input.id);
    const [row] = await tx
      .update(inboundMessages)
      .set({ state: 'received', tries: 0, nextTryAt: null, failure: null, finishedAt: null })
      .where(
        and(
          eq(inboundMessages.orgId, ctx.actor.orgId),
          eq(inboundMessages.id, before.id),
          eq(inboundMessages.taken, true),
          inArray(inboundMessages.state, RUN_AGAIN),
        ),
      )
      .returning();
    if (!row)
      throw new DomainError('invalid_state', 'Only a message that was taken and has ended can run again.');
    return {
      output: presentInboundMessage({ ...before, ...row }),
      audit: { objectKind: 'inbound_message', objectId: row.id, detail: { was: before.state } },
    };
  });
}
