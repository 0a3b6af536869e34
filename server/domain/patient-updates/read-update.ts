import type { Tx } from '../../db/transaction';
import { sentTime } from '../../hl7v2/message-times';
import { readAdt, type NormalAdt } from '../../hl7v2/read-adt';
import { readMessage } from '../../hl7v2/read-message';
import type { Context } from '../../shared/context';
import { storedMessage, type StoredMessage } from '../inbound-messages/access';

/** A stored ADT message with its connection; the content is parsed from the bytes each time. */
export interface InboundAdt extends Omit<StoredMessage, 'bytes'> {
  adt: NormalAdt;
  sentAt: Date;
}

/** @param messageId `uuid`. Throws DomainError `not_found`; `invalid_state` after its content was removed */
export async function readInboundAdt(tx: Tx, ctx: Context, messageId: string): Promise<InboundAdt> {
  const { row, connection, bytes } = await storedMessage(tx, ctx, messageId);
  const { message, warnings } = readMessage(bytes, connection.charset);
  const adt = readAdt(message, { timeZone: connection.timeZone });
  adt.warnings.addAll(warnings);
  return { row, connection, adt, sentAt: sentTime(adt.times, row.receivedAt) };
}
