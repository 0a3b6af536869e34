import type { outboundMessages } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { OutboundMessage } from './contract';

export interface NamedOutbound {
  message: typeof outboundMessages.$inferSelect;
  connection: string;
  orderNumber: string;
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentOutboundMessage({ message, connection, orderNumber }: NamedOutbound): OutboundMessage {
  return {
    id: showId('outbound_message', message.id),
    object: 'outbound_message',
    connection_id: showId('lab_connection', message.connectionId),
    connection_name: connection,
    order_id: showId('lab_order', message.orderId),
    order_number: orderNumber,
    kind: message.kind,
    control_id: message.controlId,
    status: message.status,
    created_at: message.createdAt.toISOString(),
    created_by: message.createdBy,
    attempts: message.attempts,
    last_attempt_at: instant(message.lastAttemptAt),
    next_attempt_at: message.status === 'queued' ? instant(message.nextAttemptAt) : null,
    sent_at: instant(message.sentAt),
    finished_at: instant(message.finishedAt),
    ack_code: message.ackCode,
    failure: message.failure,
  };
}
