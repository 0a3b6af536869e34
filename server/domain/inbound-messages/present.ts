import type { inboundMessages, inboundReports } from '../../db/schema/index';
import { showId, showIdOrNull } from '../ids';
import type { InboundMessage, InboundMessageDetail } from './contract';

export type MessageRow = typeof inboundMessages.$inferSelect;
export type NamedMessage = MessageRow & { connectionName: string };
export type ReportRow = typeof inboundReports.$inferSelect;

export function presentInboundMessage(row: NamedMessage): InboundMessage {
  return {
    id: showId('inbound_message', row.id),
    object: 'inbound_message',
    connection_id: showId('lab_connection', row.connectionId),
    connection_name: row.connectionName,
    received_at: row.receivedAt.toISOString(),
    remote_address: row.remoteAddress,
    file_name: row.fileName,
    size: row.size,
    control_id: row.controlId,
    message_type: row.messageType,
    event: row.event,
    processing_id: row.processingId,
    version: row.version,
    sending_application: row.sendingApplication,
    sending_facility: row.sendingFacility,
    charset: row.charset,
    state: row.state,
    ack_code: row.ackCode,
    ack_problem: row.ackProblem,
    duplicate_of: showIdOrNull('inbound_message', row.duplicateOf),
    warnings: row.warnings,
    tries: row.tries,
    failure: row.failure,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

export const presentInboundReport = (row: ReportRow): InboundMessageDetail['reports'][number] => ({
  id: showId('inbound_report', row.id),
  state: row.state,
  outcome: row.outcome,
  key_kind: row.keyKind,
  key_number: row.keyNumber,
  patient_id: showIdOrNull('patient', row.patientId),
  order_id: showIdOrNull('lab_order', row.orderId),
  result_id: showIdOrNull('lab_result', row.resultId),
  why: row.why,
});
