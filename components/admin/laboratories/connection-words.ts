import {
  SENDER_ERRORS,
  type AccessionField,
  type ConnectionKind,
  type ConnectionProblem,
  type FeedField,
  type IgnoredFiles,
  type MergePolicy,
  type ProcessingPolicy,
  type Transport,
  type UpdateMode,
  type WorkingHours,
} from '@/server/data-types/lab-connection-codes';
import { count } from '../../format/numbers';

export const KIND_WORDS: Readonly<Record<ConnectionKind, { label: string; detail: string }>> = {
  laboratory: { label: 'Laboratory', detail: 'Sends results (ORU).' },
  hospital_feed: { label: 'Hospital feed', detail: 'Sends patient data (ADT) and documents (MDM).' },
};

export const FEED_FIELD_WORDS: Readonly<Record<FeedField, string>> = {
  name: 'Name',
  birth_date: 'Birth date, if the known one is estimated',
  sex: 'Sex, if not known',
  address: 'Addresses',
  phone: 'Phone numbers',
  email: 'Email addresses',
  identifiers: 'Identifiers other than the MRN',
  deceased: 'Date of death',
};

export const MERGE_WORDS: Readonly<Record<MergePolicy, { label: string; detail: string }>> = {
  ask: { label: 'Hold for review', detail: 'A user decides each merge.' },
  automatic: {
    label: 'Merge automatically',
    detail: 'Only if the message names both records and nothing contradicts.',
  },
};

export const TRANSPORT_WORDS: Readonly<Record<Transport, { label: string; detail: string }>> = {
  mllp: { label: 'MLLP over TCP', detail: 'The sender connects to a port of this service.' },
  https: { label: 'HTTPS', detail: 'The sender posts each message with an ingest key.' },
  folder: {
    label: 'Watched folder',
    detail: 'The service reads files from a folder on the server.',
  },
};

export const UPDATE_WORDS: Readonly<Record<UpdateMode, { label: string; detail: string }>> = {
  replace_panel: {
    label: 'All results of the panel',
    detail: 'Missing results are kept and marked as not in the latest report.',
  },
  merge_lines: {
    label: 'Changed results only',
    detail: 'Missing results stay unchanged.',
  },
};

export const PROCESSING_WORDS: Readonly<Record<ProcessingPolicy, { label: string; detail: string }>> = {
  production: { label: 'Reject', detail: 'The sender receives AR. For live connections.' },
  sender_errors: {
    label: 'Process known sender errors as production',
    detail: `${SENDER_ERRORS.join(', ')} only. T and D are rejected.`,
  },
  go_live: {
    label: 'Accept test messages',
    detail: 'For go-live: T and D are accepted but not filed.',
  },
};

export const ACCESSION_WORDS: Readonly<Record<AccessionField, string>> = {
  spm2: 'SPM-2, specimen number',
  obr18: 'OBR-18, placer field 1',
  obr20: 'OBR-20, filler field 1',
};

export const DOWN_WORDS = {
  close: 'Drop the connection (sender retries)',
  error: 'Respond AE and request a resend',
} as const;

export const PROBLEM_WORDS: Readonly<Record<ConnectionProblem, string>> = {
  port_unavailable: 'The port could not be opened. It may be in use.',
  tls_unavailable: 'TLS is on, but the service has no certificate. Contact the system operator.',
  folder_unavailable: 'The folder cannot be read.',
  files_ignored: 'The folder contains ignored files. Only .hl7 and .oru files are read.',
  address_refused: 'A connection from an address that is not allowed was rejected.',
  frame_not_ended: 'A message was incomplete after 30 seconds.',
  frame_abandoned: 'The connection was lost during a message. The sender must resend it.',
  connections_in_use: 'A connection was rejected: all 64 were in use.',
};

/** `3 files are ignored (.txt, .xml).` */
export const ignoredWords = ({ count: files, endings }: IgnoredFiles): string =>
  `${count(files, 'file')} ignored (${endings.join(', ')}). Only .hl7 and .oru files are read.`;

export const DAY_WORDS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** `Monday to Friday, 08:00 to 18:00`. */
export function workingWords({ days, from, to }: WorkingHours): string {
  const sorted = [...days].sort((one, other) => one - other);
  const first = DAY_WORDS[sorted[0]! - 1];
  const last = DAY_WORDS[sorted.at(-1)! - 1];
  const isRun = sorted.length > 2 && sorted.at(-1)! - sorted[0]! === sorted.length - 1;
  const named = isRun ? `${first} to ${last}` : sorted.map((day) => DAY_WORDS[day - 1]).join(', ');
  return `${named}, ${from} to ${to}`;
}
