/** Closed words of inbound messages and their reports; free of everything, so that browser code and tables can use them. */

/**
 * `received`: acknowledged and waiting. `processed`, `unmatched`, `conflict`: what became of its reports, the worst
 * first. `test`: read and compared, filed nowhere. `stale`: a report is older than what is filed and differs from it,
 * so it is not shown. `rejected` (AR) and `error` (AE): not taken, and the sender was told. `parked`: failed three
 * times, or set aside by an administrator.
 */
export const MESSAGE_STATES = [
  'received',
  'processed',
  'unmatched',
  'conflict',
  'test',
  'stale',
  'duplicate',
  'rejected',
  'error',
  'parked',
] as const;

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

/** Failure code of a message that an administrator set aside. */
export const SET_ASIDE = 'set_aside';
export const MAX_REASON = 500;

/** Tries after which a message is parked, so that the next of its connection go on. */
export const MOST_TRIES = 3;

export type MessageState = (typeof MESSAGE_STATES)[number];
export type AckCode = (typeof ACK_CODES)[number];
export type ReportState = (typeof REPORT_STATES)[number];
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** What an administrator may have worked up once more; of a duplicate the first one, and what was refused was never ours. */
export const RUNNABLE_STATES = ['processed', 'unmatched', 'conflict', 'test', 'stale', 'parked'] as const;

/** Why a message is not taken. */
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
  | 'order_before_patient'
  | 'result_without_order'
  | 'unknown_sender'
  | 'other_receiver'
  | 'not_available';

/**
 * What was odd in a message and did not stop it. A warning says where and what to do about it, and never repeats
 * what stands there: warnings are listed and counted where message text may not be.
 */
export interface Warning {
  code: WarningCode;
  /** `OBX[3]-5`: the third OBX of the message, field 5. Null: the message as a whole. */
  place: string | null;
  /** One sentence for people. */
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
  | 'attachment_unreadable'
  | 'attachment_incomplete'
  // what became of it
  | 'version_older';
