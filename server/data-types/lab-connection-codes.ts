/** Closed lists of lab connections. The browser reads this file: no zod here. */

/** `hospital_feed` receives patient data (ADT) instead of results. Both receive documents (MDM). */
export const CONNECTION_KINDS = ['laboratory', 'hospital_feed'] as const;
/** Fields of a patient that a hospital feed may change. */
export const FEED_FIELDS = [
  'name',
  'birth_date',
  'sex',
  'address',
  'phone',
  'email',
  'identifiers',
  'deceased',
] as const;
/** Whether a merge sent by the hospital is applied, or a person is asked. */
export const MERGE_POLICIES = ['ask', 'automatic'] as const;
export const TRANSPORTS = ['mllp', 'https', 'folder'] as const;
export const UPDATE_MODES = ['replace_panel', 'merge_lines'] as const;
export const ACCESSION_FIELDS = ['spm2', 'obr18', 'obr20'] as const;
/**
 * Handling of a message whose MSH-11 is not `P`. `production`: rejected. `sender_errors`: the values in `SENDER_ERRORS`
 * are processed as production. `go_live`: T and D are stored as test messages and never filed.
 */
export const PROCESSING_POLICIES = ['production', 'sender_errors', 'go_live'] as const;
/**
 * Values sent by production systems although HL7 table 0103 lacks them or defines them differently. T and D alone are
 * not errors.
 */
export const SENDER_ERRORS = ['N', '1', 'T^T', 'p', 'PROD'] as const;

export const ON_DATABASE_DOWN = ['close', 'error'] as const;

/** Last problem of the connection itself, as opposed to its messages. */
export const CONNECTION_PROBLEMS = [
  'port_unavailable',
  'tls_unavailable',
  'folder_unavailable',
  'files_ignored',
  'address_refused',
  'frame_not_ended',
  'frame_abandoned',
  'connections_in_use',
] as const;

export type ConnectionKind = (typeof CONNECTION_KINDS)[number];
export type FeedField = (typeof FEED_FIELDS)[number];
export type MergePolicy = (typeof MERGE_POLICIES)[number];
export type Transport = (typeof TRANSPORTS)[number];
export type UpdateMode = (typeof UPDATE_MODES)[number];
export type ProcessingPolicy = (typeof PROCESSING_POLICIES)[number];
export type AccessionField = (typeof ACCESSION_FIELDS)[number];
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];

/** In the organization's time zone; outside these hours silence raises no alarm. */
export interface WorkingHours {
  /** 1 = Monday … 7 = Sunday. */
  days: number[];
  /** `HH:MM`; `to` may be 24:00. */
  from: string;
  to: string;
}

/** Files in a watched folder that are not processed. */
export interface IgnoredFiles {
  count: number;
  /** File extensions such as `.txt`, without duplicates; incomplete if there are many. */
  endings: string[];
}
