/** Closed words of lab connections; free of everything, so that browser code and tables can use them. */

export const TRANSPORTS = ['mllp', 'https', 'folder'] as const;
export const UPDATE_MODES = ['replace_panel', 'merge_lines'] as const;
export const ACCESSION_FIELDS = ['spm2', 'obr18', 'obr20'] as const;
export const ON_DATABASE_DOWN = ['close', 'error'] as const;

/** What went wrong last with the connection itself, beside its messages. */
export const CONNECTION_PROBLEMS = [
  'port_unavailable',
  'tls_unavailable',
  'folder_unavailable',
  'address_refused',
  'frame_not_ended',
  'frame_abandoned',
] as const;

export type Transport = (typeof TRANSPORTS)[number];
export type UpdateMode = (typeof UPDATE_MODES)[number];
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
] as const;

export const MAX_ADDRESSES = 50;
