/** Closed words of lab connections; free of everything, so that browser code and tables can use them. */

export const TRANSPORTS = ['mllp', 'https', 'folder'] as const;
export const UPDATE_MODES = ['replace_panel', 'merge_lines'] as const;
export const ACCESSION_FIELDS = ['spm2', 'obr18', 'obr20'] as const;
/**
 * What is done with a message whose MSH-11 is not `P`. `production`: it is rejected. `sender_errors`: those of
 * `SENDER_ERRORS` are processed as production. `go_live`: T and D are stored as test messages and never filed.
 */
export const PROCESSING_POLICIES = ['production', 'sender_errors', 'go_live'] as const;
/** Not in HL7 table 0103 or not meant as it defines them, and sent by production systems. T and D alone are no errors. */
export const SENDER_ERRORS = ['N', '1', 'T^T', 'p', 'PROD'] as const;

export const ON_DATABASE_DOWN = ['close', 'error'] as const;

/** What went wrong last with the connection itself, beside its messages. */
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

export type Transport = (typeof TRANSPORTS)[number];
export type UpdateMode = (typeof UPDATE_MODES)[number];
export type ProcessingPolicy = (typeof PROCESSING_POLICIES)[number];
export type AccessionField = (typeof ACCESSION_FIELDS)[number];
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];

/** By the clocks of the organisation; outside of it silence is no reason for an alarm. */
export interface WorkingHours {
  /** 1 = Monday … 7 = Sunday. */
  days: number[];
  /** `HH:MM`; `to` may be 24:00. */
  from: string;
  to: string;
}

/** Files of a watched folder that are not taken. */
export interface IgnoredFiles {
  count: number;
  /** Such as `.txt`, without repetition; not all when there are many kinds. */
  endings: string[];
}

export const LOWEST_PORT = 1024;
export const HIGHEST_PORT = 65_535;

/** Charsets that may be set for messages that do not name theirs; each is known to the decoder. */
export const CHARSETS = [
  'ASCII',
  'UNICODE UTF-8',
  '8859/1',
  '8859/2',
  '8859/3',
  '8859/4',
  '8859/5',
  '8859/6',
  '8859/7',
  '8859/8',
  '8859/9',
  '8859/15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'CP437',
  'CP850',
  'CP852',
  'CP866',
  'Mac Roman',
] as const;

export const MAX_ADDRESSES = 50;
export const WAITING_MINUTES = 5;
export const MAX_WAITING_MINUTES = 1_440;
export const IDLE_MINUTES = 720;
export const MAX_IDLE_MINUTES = 10_080;
