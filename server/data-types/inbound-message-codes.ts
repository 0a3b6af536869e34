/** Closed lists of inbound messages and their reports. The browser reads this file: no zod here. */

/**
 * `received`: acknowledged and pending. `processed`, `unmatched`, `conflict`: the outcome of its reports, the worst
 * first. `test`: parsed and compared, but never filed. `stale`: a report is older than the filed version and differs
 * from it, so it is not displayed, or patient data or a document is older than what was received, and not applied.
 * `rejected` (AR) and `error` (AE): not accepted, and the sender was notified. `parked`: failed three times, or set
 * aside by an administrator. `unreadable`: a document has no content that can be stored.
 */
export const MESSAGE_STATES = [
  'received',
  'processed',
  'unmatched',
  'conflict',
  'unreadable',
  'test',
  'stale',
  'duplicate',
  'rejected',
  'error',
  'parked',
] as const;

/** Why the bytes of a message are no longer stored. */
export const CONTENT_REMOVALS = ['retention', 'erasure'] as const;

export const ACK_CODES = ['AA', 'AE', 'AR', 'CA', 'CE', 'CR'] as const;

export const REPORT_STATES = [
  'waiting',
  'filed',
  'unmatched',
  'conflict',
  'parked',
  'rejected',
  'test',
] as const;
export const REPORT_KEY_KINDS = ['placer', 'filler', 'accession'] as const;
export const REPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'stale'] as const;

/**
 * `applied`: the chart has the data of the message. `older`: a newer message was applied before. `ignored`: the event
 * does not concern patient data, or the connection's policy excludes it. `unmatched`, `conflict`: a person decides.
 * `dismissed`: a person decided that nothing changes. `test`: parsed and compared, but never applied. Outcome `closed`: a
 * person answered a request of the hospital, or handled it by hand.
 */
export const PATIENT_UPDATE_STATES = [
  'applied',
  'older',
  'ignored',
  'unmatched',
  'conflict',
  'dismissed',
  'test',
] as const;
export const PATIENT_UPDATE_OUTCOMES = ['created', 'updated', 'unchanged', 'merged', 'closed'] as const;

/**
 * `filed`: in the chart. `changed`: a known document has another status, was withdrawn, or has a notice. `older`: a newer
 * message counts. `ignored`: without effect. `unreadable`: no content that can be stored. `unmatched`, `conflict`: a
 * person decides. `dismissed`: a person decided that it is not filed. `withdrawn`: the sender withdrew it before it was
 * filed. `test`: parsed and compared, but never filed.
 */
export const INBOUND_DOCUMENT_STATES = [
  'filed',
  'changed',
  'older',
  'ignored',
  'unreadable',
  'unmatched',
  'conflict',
  'dismissed',
  'withdrawn',
  'test',
] as const;
export const INBOUND_DOCUMENT_OUTCOMES = [
  'created',
  'replaced',
  'addendum',
  'unchanged',
  'earlier_version',
  'status_changed',
  'document_withdrawn',
  'noted',
] as const;

export type InboundDocumentState = (typeof INBOUND_DOCUMENT_STATES)[number];
export type InboundDocumentOutcome = (typeof INBOUND_DOCUMENT_OUTCOMES)[number];
export type PatientUpdateState = (typeof PATIENT_UPDATE_STATES)[number];
export type PatientUpdateOutcome = (typeof PATIENT_UPDATE_OUTCOMES)[number];
export type MessageState = (typeof MESSAGE_STATES)[number];
export type ContentRemoval = (typeof CONTENT_REMOVALS)[number];
export type AckCode = (typeof ACK_CODES)[number];
export type ReportState = (typeof REPORT_STATES)[number];
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export type ProblemReason =
  | 'too_large'
  | 'no_header'
  | 'encoding_characters'
  | 'several_messages'
  | 'too_many_segments'
  | 'type_missing'
  | 'type_not_accepted'
  | 'event_not_accepted'
  | 'processing_id'
  | 'no_patient'
  | 'no_order'
  | 'order_of_another'
  | 'order_before_patient'
  | 'result_without_order'
  | 'not_adt'
  | 'adt_event_not_accepted'
  | 'mdm_event_not_accepted'
  | 'no_document'
  | 'unknown_sender'
  | 'other_receiver'
  | 'not_available';

/**
 * A problem in a message that did not stop it. A warning states its position and what to do, and never repeats message
 * content: warnings are listed and counted where message content is not allowed.
 */
export interface Warning {
  code: WarningCode;
  /** `OBX[3]-5`: the third OBX of the message, field 5. Null for the whole message. */
  place: string | null;
  /** One sentence, displayed to users. */
  text: string;
}

export type WarningCode =
  // bytes
  | 'charset_unknown'
  | 'charset_undeclared'
  | 'charset_contradicted'
  | 'characters_unreadable'
  | 'nul_characters'
  | 'stray_characters'
  // segments
  | 'encoding_characters'
  | 'continued_line'
  | 'batch_structure'
  | 'batch_count'
  // content
  | 'processing_id_corrected'
  | 'test_message'
  | 'order_repeated'
  | 'control_id_missing'
  | 'control_id_repeated'
  | 'group_incomplete'
  | 'key_missing'
  | 'code_missing'
  | 'status_unclear'
  | 'value_not_numeric'
  | 'value_type_unknown'
  | 'value_missing'
  | 'value_not_asked'
  | 'order_details_held'
  | 'unit_repaired'
  | 'time_unreadable'
  | 'escape_kept'
  | 'patient_field_unreadable'
  | 'delete_not_possible'
  | 'attachment_unreadable'
  | 'attachment_incomplete'
  | 'attachment_not_accepted'
  | 'document_number_missing'
  // outcome
  | 'order_unknown'
  | 'version_older';
