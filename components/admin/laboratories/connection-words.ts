/** Settings of a lab connection in plain words. */
import {
  SENDER_ERRORS,
  type AccessionField,
  type ConnectionProblem,
  type IgnoredFiles,
  type ProcessingPolicy,
  type Transport,
  type UpdateMode,
  type WorkingHours,
} from '@/server/data-types/lab-connection-codes';

export const TRANSPORT_WORDS: Readonly<Record<Transport, { label: string; detail: string }>> = {
  mllp: { label: 'MLLP over TCP', detail: 'The laboratory’s system connects to a port of this service.' },
  https: { label: 'HTTPS', detail: 'The laboratory posts each message, with a key that is made for it.' },
  folder: {
    label: 'Watched folder',
    detail: 'Files that appear in a folder of the server; its operator says where it is.',
  },
};

export const UPDATE_WORDS: Readonly<Record<UpdateMode, { label: string; detail: string }>> = {
  replace_panel: {
    label: 'The whole panel',
    detail: 'A line that a later message leaves out is kept, and marked as not in the latest report.',
  },
  merge_lines: {
    label: 'Only the lines that changed',
    detail: 'Lines that a later message leaves out stay as they are, without a mark.',
  },
};

export const PROCESSING_WORDS: Readonly<Record<ProcessingPolicy, { label: string; detail: string }>> = {
  production: { label: 'Reject them', detail: 'The sender receives AR. For a live connection.' },
  sender_errors: {
    label: 'Process known sender errors as production',
    detail: `Only ${SENDER_ERRORS.join(', ')}. T and D alone are rejected.`,
  },
  go_live: {
    label: 'Accept test messages during go-live',
    detail: 'T and D are accepted, marked as test and never filed. P is filed as always.',
  },
};

export const ACCESSION_WORDS: Readonly<Record<AccessionField, string>> = {
  spm2: 'SPM-2, number of the specimen',
  obr18: 'OBR-18, placer field 1',
  obr20: 'OBR-20, filler field 1',
};

export const DOWN_WORDS = {
  close: 'Give no answer and close the line; the sender tries again',
  error: 'Answer AE and ask for it to be sent again',
} as const;

export const PROBLEM_WORDS: Readonly<Record<ConnectionProblem, string>> = {
  port_unavailable: 'The port could not be opened; something else may be using it.',
  tls_unavailable:
    'TLS is switched on, and the service has no certificate for it. The operator must set one.',
  folder_unavailable: 'The folder cannot be read.',
  files_ignored: 'The folder holds files that are not taken. Only .hl7 and .oru files are.',
  address_refused: 'Somebody tried to connect from an address that is not allowed.',
  frame_not_ended: 'A message began and had no end after 30 seconds.',
  frame_abandoned: 'The line broke off in the middle of a message; the sender must send it again.',
  connections_in_use: 'A connection was refused because all 64 were in use.',
};

/** `3 files are ignored (.txt, .xml).` */
export const ignoredWords = ({ count: files, endings }: IgnoredFiles): string =>
  `${files === 1 ? '1 file is' : `${files} files are`} ignored (${endings.join(', ')}). Only .hl7 and .oru files are taken.`;

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
