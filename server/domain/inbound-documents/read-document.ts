import { and, eq } from 'drizzle-orm';
import { inboundMessageBytes, inboundMessages, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { sentTime } from '../../hl7v2/message-times';
import { readMdm, type NormalDocument, type NormalMdm } from '../../hl7v2/read-mdm';
import { readMessage } from '../../hl7v2/read-message';
import type { Context } from '../../shared/context';
import type { ReportFile } from '../documents/report-documents';
import { allowLongPauses } from '../inbound-reports/filing/long-pauses';
import { titleOf } from './describe';
import { missingContent } from '../inbound-messages/access';

/** A stored document message with its connection; the content is parsed from the bytes each time. */
export interface InboundMdm {
  row: typeof inboundMessages.$inferSelect;
  connection: typeof labConnections.$inferSelect;
  mdm: NormalMdm;
  sentAt: Date;
}

/** @param messageId `uuid`. Throws DomainError `not_found`; `invalid_state` after its content was removed */
export async function readInboundMdm(tx: Tx, ctx: Context, messageId: string): Promise<InboundMdm> {
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
  await allowLongPauses(tx, row.size);
  const { message, warnings } = readMessage(bytes, connection.charset);
  const mdm = readMdm(message, { timeZone: connection.timeZone });
  mdm.warnings.addAll(warnings);
  return { row, connection, mdm, sentAt: sentTime(mdm.times, row.receivedAt) };
}

/** The files of a document. Its text lines are one file. */
export function filesOf(document: NormalDocument): ReportFile[] {
  const title = titleOf(document);
  const several = document.parts.length > 1;
  return document.parts.map((part) => {
    if (part.kind === 'text')
      return { place: part.place, bytes: Buffer.from(part.text, 'utf8'), title, declaredType: 'text/plain' };
    const name = several && part.name !== null && part.name !== title ? `${title}: ${part.name}` : title;
    return { place: part.place, bytes: part.bytes, title: name, declaredType: part.stated_type };
  });
}
