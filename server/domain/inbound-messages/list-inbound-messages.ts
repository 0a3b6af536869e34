import { and, desc, eq, lt } from 'drizzle-orm';
import { inboundMessages } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import { pathId } from '../ids';
import { openPage } from '../paging';
import { MANAGE, namedMessages } from './access';
import type { InboundMessageList, ListInboundMessagesInput } from './contract';
import { presentInboundMessage, type NamedMessage } from './present';

/** Newest first; nothing of patients. @throws DomainError `invalid_cursor`, `not_found` (not an id of a connection) */
export function listInboundMessages(
  ctx: Context,
  input: ListInboundMessagesInput,
): Promise<InboundMessageList> {
  return perform(ctx, { action: 'list_inbound_messages', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<NamedMessage>(ctx, 'inbound_messages', input);
    const after = page.after?.[0];
    const { connection_id: connection, state } = input;
    const rows = await namedMessages(tx)
      .where(
        and(
          eq(inboundMessages.orgId, ctx.actor.orgId),
          connection ? eq(inboundMessages.connectionId, pathId('lab_connection', connection)) : undefined,
          state ? eq(inboundMessages.state, state) : undefined,
          after ? lt(inboundMessages.id, String(after)) : undefined,
        ),
      )
      .orderBy(desc(inboundMessages.id))
      .limit(page.limit + 1);
    const output = page.close(rows, (row) => [row.id], presentInboundMessage);
    return { output, audit: { objectKind: 'inbound_message', detail: { count: output.data.length } } };
  });
}
