import { and, eq } from 'drizzle-orm';
import { inboundMessageBytes, inboundMessages } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findInboundMessage, MANAGE, type MessageRow } from './access';
import type { InboundMessage, InboundMessagePath } from './contract';
import { mayRunAgain, presentInboundMessage } from './present';
import { CONTENT_REMOVED } from './rules';

/**
 * Returns a message to its connection's queue, to be processed like a new one: after a code was mapped, a setting
 * changed or a bug fixed. Idempotent: the same message never files the same results twice.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function runMessageAgain(ctx: Context, input: InboundMessagePath): Promise<InboundMessage> {
  return perform(ctx, { action: 'run_message_again', kind: 'write', ...MANAGE }, async (tx) => {
    const { message, connection } = await findInboundMessage(tx, ctx, input.id, { lock: true });
    if (!mayRunAgain(message)) throw new DomainError('invalid_state', stateProblem(message));
    await assertStored(tx, message);
    const [row] = await tx
      .update(inboundMessages)
      .set({
        state: 'received',
        tries: 0,
        nextTryAt: null,
        failure: null,
        finishedAt: null,
        leaseUntil: null,
        leaseToken: null,
        setAsideBy: null,
        setAsideReason: null,
      })
      .where(and(eq(inboundMessages.orgId, ctx.actor.orgId), eq(inboundMessages.id, message.id)))
      .returning();
    return {
      output: presentInboundMessage({ message: row!, connection }),
      audit: { objectKind: 'inbound_message', objectId: message.id, detail: { was: message.state } },
    };
  });
}

async function assertStored(tx: Tx, { orgId, id, contentRemoval }: MessageRow): Promise<void> {
  if (contentRemoval) throw new DomainError('invalid_state', CONTENT_REMOVED[contentRemoval]);
  const [stored] = await tx
    .select({ id: inboundMessageBytes.messageId })
    .from(inboundMessageBytes)
    .where(and(eq(inboundMessageBytes.orgId, orgId), eq(inboundMessageBytes.messageId, id)));
  if (!stored) throw new DomainError('invalid_state', 'The message was not stored.');
}

function stateProblem({ state }: MessageRow): string {
  if (state === 'received') return 'The message is already queued for processing.';
  if (state === 'duplicate') return 'The message repeats an earlier one. Reprocess the earlier one.';
  return 'The message was rejected. The laboratory must send it again.';
}
