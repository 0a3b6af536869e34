import type { inboundDocuments, inboundPatientUpdates, inboundReports } from '../../db/schema/index';
import { showId, showIdOrNull } from '../../shared/ids';
import { foundBy } from '../inbound-documents/access';
import type { MessageRow, NamedMessage } from './access';
import type {
  DocumentOfMessage,
  InboundMessage,
  ReportOfMessage,
  UpdateOfMessage,
  WhyOfReport,
} from './contract';
import { RUNNABLE_STATES } from './rules';

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export const mayRunAgain = ({ state, taken }: MessageRow): boolean =>
  taken && (RUNNABLE_STATES as readonly string[]).includes(state);

export function presentInboundMessage({ message, connection }: NamedMessage): InboundMessage {
  return {
    id: showId('inbound_message', message.id),
    object: 'inbound_message',
    connection_id: showId('lab_connection', message.connectionId),
    connection_name: connection,
    received_at: message.receivedAt.toISOString(),
    remote_address: message.remoteAddress,
    file_name: message.fileName,
    size: message.size,
    control_id: message.controlId,
    message_type: message.messageType,
    event: message.event,
    sending_application: message.sendingApplication,
    sending_facility: message.sendingFacility,
    state: message.state,
    ack_code: message.ackCode,
    ack_problem: message.ackProblem,
    warning_count: message.warnings.length,
    tries: message.tries,
    next_try_at: message.state === 'received' ? instant(message.nextTryAt) : null,
    failure: message.failure,
    finished_at: instant(message.finishedAt),
  };
}

export type ReportRow = typeof inboundReports.$inferSelect;

export function presentInboundReport(row: ReportRow, names: ReadonlyMap<string, string>): ReportOfMessage {
  return {
    id: showId('inbound_report', row.id),
    position: row.position,
    state: row.state,
    outcome: row.outcome,
    key_kind: row.keyKind,
    key_number: row.keyNumber,
    family: row.family,
    given: row.given,
    birth_date: row.birthDate,
    sex: row.sex,
    mrn: row.mrn,
    patient_id: showIdOrNull('patient', row.patientId),
    order_id: showIdOrNull('lab_order', row.orderId),
    result_id: showIdOrNull('lab_result', row.resultId),
    why: presentWhy(row),
    decided_by: row.decidedBy === null ? null : { id: row.decidedBy, name: names.get(row.decidedBy) ?? null },
    decided_at: instant(row.decidedAt),
    reason: row.reason,
  };
}

export function presentUpdateOfMessage(
  row: typeof inboundPatientUpdates.$inferSelect,
  names: ReadonlyMap<string, string>,
  differs: UpdateOfMessage['differs'],
): UpdateOfMessage {
  return {
    id: showId('inbound_patient_update', row.id),
    position: row.position,
    state: row.state,
    outcome: row.outcome,
    problem: row.problem,
    differs,
    family: row.family,
    given: row.given,
    birth_date: row.birthDate,
    sex: row.sex,
    mrn: row.mrn,
    prior_mrn: row.priorMrn,
    event: row.event,
    sent_at: row.sentAt.toISOString(),
    patient_id: showIdOrNull('patient', row.patientId),
    candidate_ids: row.candidates.map((id) => showId('patient', id)),
    fields: row.fields,
    decided_by: row.decidedBy === null ? null : { id: row.decidedBy, name: names.get(row.decidedBy) ?? null },
    decided_at: instant(row.decidedAt),
    reason: row.reason,
  };
}

export function presentDocumentOfMessage(
  row: typeof inboundDocuments.$inferSelect,
  names: ReadonlyMap<string, string>,
): DocumentOfMessage {
  return {
    id: showId('inbound_document', row.id),
    position: row.position,
    state: row.state,
    outcome: row.outcome,
    problem: row.problem,
    ...foundBy(row),
    title: row.title,
    number: row.number,
    parent: row.parent,
    family: row.family,
    given: row.given,
    birth_date: row.birthDate,
    birth_date_unread: row.birthDateUnread,
    sex: row.sex,
    mrn: row.mrn,
    sent_at: row.sentAt.toISOString(),
    patient_id: showIdOrNull('patient', row.patientId),
    document_id: showIdOrNull('document', row.documentId),
    candidate_id: showIdOrNull('patient', candidateOf(row)),
    decided_by: row.decidedBy === null ? null : { id: row.decidedBy, name: names.get(row.decidedBy) ?? null },
    decided_at: instant(row.decidedAt),
    reason: row.reason,
  };
}

/** UUID of the patient with the identifiers of a report or document. */
export const candidateOf = ({ why }: Pick<ReportRow, 'why'>): string | null => wordOf(why.candidate);

const FIELDS = ['mrn', 'birth_date', 'family', 'given', 'sex'];

/** Skips fields of earlier versions that are no longer known. */
function presentWhy(row: ReportRow): WhyOfReport {
  const { found_by, problem, check } = row.why;
  const checked = typeof check === 'object' && check !== null ? (check as Record<string, unknown>) : {};
  const compared = FIELDS.flatMap((field): [string, string][] => {
    const word = wordOf(checked[field]);
    return word === null ? [] : [[field, word]];
  });
  return {
    found_by: wordOf(found_by),
    problem: wordOf(problem),
    rule: wordOf(checked.rule),
    compared: Object.fromEntries(compared),
    candidate_id: showIdOrNull('patient', candidateOf(row)),
  };
}

const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
