import { and, eq } from 'drizzle-orm';
import { inboundMessages, labConnections } from '../../db/schema/index';
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

/** Why a message has no content. @param messageId `uuid` */
export async function missingContent(tx: Tx, ctx: Context, messageId: string): Promise<DomainError> {
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
