import { and, eq, getTableColumns } from 'drizzle-orm';
import { inboundMessages, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Act } from '../act';
import type { Context } from '../context';
import { notFound, pathId } from '../ids';
import type { NamedMessage } from './present';

/** Every verb of this resource asks for the same. */
export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Act<unknown>>;

/** Messages with the name of their connection, deleted ones too. */
export const namedMessages = (tx: Tx) =>
  tx
    .select({ ...getTableColumns(inboundMessages), connectionName: labConnections.name })
    .from(inboundMessages)
    .innerJoin(
      labConnections,
      and(
        eq(labConnections.orgId, inboundMessages.orgId),
        eq(labConnections.id, inboundMessages.connectionId),
      ),
    );

/** @throws DomainError `not_found` */
export async function findInboundMessage(tx: Tx, ctx: Context, id: string): Promise<NamedMessage> {
  const { orgId } = ctx.actor;
  const [row] = await namedMessages(tx).where(
    and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, pathId('inbound_message', id))),
  );
  if (!row) throw notFound();
  return row;
}
