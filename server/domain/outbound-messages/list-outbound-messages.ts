import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import { labOrders, outboundMessages } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { lowestIdAt, readId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { MANAGE } from '../lab-connections/access';
import { namedOutbound } from './access';
import type { ListOutboundMessagesInput, OutboundMessageList } from './contract';
import { presentOutboundMessage, type NamedOutbound } from './present';

/** Lists messages to laboratories, newest first. Contains no patient data. @throws DomainError `invalid_cursor` */
export function listOutboundMessages(
  ctx: Context,
  input: ListOutboundMessagesInput,
): Promise<OutboundMessageList> {
  return perform(ctx, { action: 'list_outbound_messages', kind: 'list', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const { connection_id, about, status, since, until } = input;
    const page = openPage<NamedOutbound>(ctx, 'outbound_messages', input);
    const { id } = outboundMessages;
    const rows = await namedOutbound(
      tx,
      ctx,
      and(
        connection_id ? ofConnection(connection_id) : undefined,
        about ? await withNumber(tx, orgId, about) : undefined,
        status ? eq(outboundMessages.status, status) : undefined,
        // IDs contain the time of creation.
        since ? gte(id, lowestIdAt(new Date(since))) : undefined,
        until ? lt(id, lowestIdAt(new Date(until))) : undefined,
        page.after ? lt(id, String(page.after[0])) : undefined,
      ),
    )
      .orderBy(desc(id))
      .limit(page.limit + 1);
    const output = page.close(rows, ({ message }) => [message.id], presentOutboundMessage);
    return { output, audit: { objectKind: 'outbound_message', detail: { count: output.data.length } } };
  });
}

/** A malformed ID matches no connection. */
function ofConnection(id: string) {
  const uuid = readId('lab_connection', id);
  return uuid === null ? sql`false` : eq(outboundMessages.connectionId, uuid);
}

/** Messages of the order with this number; without one, the message with this control ID. */
async function withNumber(tx: Tx, orgId: string, number: string): Promise<SQL> {
  const [order] = await tx
    .select({ id: labOrders.id })
    .from(labOrders)
    .where(and(eq(labOrders.orgId, orgId), eq(labOrders.orderNumber, number)));
  return order ? eq(outboundMessages.orderId, order.id) : eq(outboundMessages.controlId, number);
}
