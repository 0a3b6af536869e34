import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { outboundMessages } from '../../db/schema/index';
import { perform } from '../../shared/perform';
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
    const { connection_id, status, since, until } = input;
    const page = openPage<NamedOutbound>(ctx, 'outbound_messages', input);
    const { id } = outboundMessages;
    const rows = await namedOutbound(
      tx,
      ctx,
      and(
        connection_id ? ofConnection(connection_id) : undefined,
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
