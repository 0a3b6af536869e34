import { and, eq } from 'drizzle-orm';
import { inboundMessageBytes, inboundMessages, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId } from '../../shared/ids';
import { CONTENT_REMOVED } from './rules';

export type MessageRow = typeof inboundMessages.$inferSelect;

export interface NamedMessage {
  message: MessageRow;
  connection: string;
}

/** A message as it arrived. */
export interface StoredMessage {
  row: MessageRow;
  connection: typeof labConnections.$inferSelect;
  bytes: Buffer;
}

/**
 * @param messageId `uuid`
 * @throws DomainError `not_found`, also if the message was not stored in full; `invalid_state` after its content was
 *   removed
 */
export async function storedMessage(tx: Tx, ctx: Context, messageId: string): Promise<StoredMessage> {
  const { orgId } = ctx.actor;
  const [found] = await tx
    .select({ row: inboundMessages, connection: labConnections, bytes: inboundMessageBytes.bytes })
    .from(inboundMessages)
    .innerJoin(
      labConnections,
      and(eq(labConnections.orgId, orgId), eq(labConnections.id, inboundMessages.connectionId)),
    )
    .innerJoin(
      inboundMessageBytes,
      and(eq(inboundMessageBytes.orgId, orgId), eq(inboundMessageBytes.messageId, inboundMessages.id)),
    )
    .where(and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, messageId)));
  if (!found) throw await missingContent(tx, ctx, messageId);
  return found;
}

async function missingContent(tx: Tx, ctx: Context, messageId: string): Promise<DomainError> {
  const [row] = await tx
    .select({ removal: inboundMessages.contentRemoval })
    .from(inboundMessages)
    .where(and(eq(inboundMessages.orgId, ctx.actor.orgId), eq(inboundMessages.id, messageId)));
  return row?.removal ? new DomainError('invalid_state', CONTENT_REMOVED[row.removal]) : notFound();
}

export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;

/** @param options.lock locks the row before anything else, as the runner does */
export async function findInboundMessage(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<NamedMessage> {
  const { orgId } = ctx.actor;
  const query = tx
    .select({ message: inboundMessages, connection: labConnections.name })
    .from(inboundMessages)
    .innerJoin(
      labConnections,
      and(
        eq(labConnections.orgId, inboundMessages.orgId),
        eq(labConnections.id, inboundMessages.connectionId),
      ),
    )
    .where(
      and(
        eq(inboundMessages.orgId, orgId),
        eq(labConnections.orgId, orgId),
        eq(inboundMessages.id, pathId('inbound_message', id)),
      ),
    );
  const [row] = options.lock ? await query.for('no key update', { of: inboundMessages }) : await query;
  if (!row) throw notFound();
  return row;
}
