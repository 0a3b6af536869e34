import { and, eq } from 'drizzle-orm';
import { inboundMessageBytes, inboundMessages, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { sentTime } from '../../hl7v2/message-times';
import { readAdt, type NormalAdt } from '../../hl7v2/read-adt';
import { readMessage } from '../../hl7v2/read-message';
import type { Context } from '../../shared/context';
import { missingContent } from '../inbound-messages/access';

/** A stored ADT message with its connection; the content is parsed from the bytes each time. */
export interface InboundAdt {
  row: typeof inboundMessages.$inferSelect;
  connection: typeof labConnections.$inferSelect;
  adt: NormalAdt;
  sentAt: Date;
}

/** @param messageId `uuid`. Throws DomainError `not_found`; `invalid_state` after its content was removed */
export async function readInboundAdt(tx: Tx, ctx: Context, messageId: string): Promise<InboundAdt> {
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
  const { row, connection, bytes } = found;
  const { message, warnings } = readMessage(bytes, connection.charset);
  const adt = readAdt(message, { timeZone: connection.timeZone });
  adt.warnings.addAll(warnings);
  return { row, connection, adt, sentAt: sentTime(adt.times, row.receivedAt) };
}
