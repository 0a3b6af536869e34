import { and, eq } from 'drizzle-orm';
import { inboundMessages, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';

export type MessageRow = typeof inboundMessages.$inferSelect;

export interface NamedMessage {
  message: MessageRow;
  connection: string;
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
