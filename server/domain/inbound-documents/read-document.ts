import type { Tx } from '../../db/transaction';
import { sentTime } from '../../hl7v2/message-times';
import { readMdm, type NormalDocument, type NormalMdm } from '../../hl7v2/read-mdm';
import { readMessage } from '../../hl7v2/read-message';
import type { Context } from '../../shared/context';
import type { ReportFile } from '../documents/report-documents';
import { allowLongPauses } from '../inbound-reports/filing/long-pauses';
import { titleOf } from './describe';
import { storedMessage, type StoredMessage } from '../inbound-messages/access';

/** A stored document message with its connection; the content is parsed from the bytes each time. */
export interface InboundMdm extends Omit<StoredMessage, 'bytes'> {
  mdm: NormalMdm;
  sentAt: Date;
}

/** @param messageId `uuid`. Throws DomainError `not_found`; `invalid_state` after its content was removed */
export async function readInboundMdm(tx: Tx, ctx: Context, messageId: string): Promise<InboundMdm> {
  const { row, connection, bytes } = await storedMessage(tx, ctx, messageId);
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
