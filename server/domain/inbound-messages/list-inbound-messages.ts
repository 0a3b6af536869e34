import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { inboundMessages, labConnections } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { lowestIdAt, readId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { MANAGE, type NamedMessage } from './access';
import type { InboundMessageList, ListInboundMessagesInput } from './contract';
import { presentInboundMessage } from './present';

/**
 * Lists messages, newest first, including rejected ones. Contains no patient data.
 * @throws DomainError `invalid_cursor`
 */
export function listInboundMessages(
  ctx: Context,
  input: ListInboundMessagesInput,
): Promise<InboundMessageList> {
  return perform(ctx, { action: 'list_inbound_messages', kind: 'list', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const { connection_id, control_id, state, since, until } = input;
    const page = openPage<NamedMessage>(ctx, 'inbound_messages', input);
    const { id, connectionId } = inboundMessages;
    const rows = await tx
      .select({ message: inboundMessages, connection: labConnections.name })
      .from(inboundMessages)
      .innerJoin(
        labConnections,
        and(eq(labConnections.orgId, inboundMessages.orgId), eq(labConnections.id, connectionId)),
      )
      .where(
        and(
          eq(inboundMessages.orgId, orgId),
          eq(labConnections.orgId, orgId),
          connection_id ? ofConnection(connection_id) : undefined,
          // The index has the connection before it, which the join provides.
          control_id ? eq(inboundMessages.controlId, control_id) : undefined,
          state === 'to_review'
            ? inArray(inboundMessages.state, ['unmatched', 'conflict'])
            : state && eq(inboundMessages.state, state),
          // IDs contain the time of arrival.
          since ? gte(id, lowestIdAt(new Date(since))) : undefined,
          until ? lt(id, lowestIdAt(new Date(until))) : undefined,
          page.after ? lt(id, String(page.after[0])) : undefined,
        ),
      )
      .orderBy(desc(id))
      .limit(page.limit + 1);
    const output = page.close(rows, ({ message }) => [message.id], presentInboundMessage);
    return { output, audit: { objectKind: 'inbound_message', detail: { count: output.data.length } } };
  });
}

/** A malformed ID matches no connection. */
function ofConnection(id: string) {
  const uuid = readId('lab_connection', id);
  return uuid === null ? sql`false` : eq(inboundMessages.connectionId, uuid);
}
