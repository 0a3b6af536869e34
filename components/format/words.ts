/** One word per machine value, the same word everywhere. An unknown value is shown as it is, never hidden. */
const WORDS: Record<string, Record<string, string>> = {
  order: {
    requested: 'Requested',
    sent: 'Sent to lab',
    collected: 'Specimen collected',
    in_progress: 'In progress',
    partially_resulted: 'Partly resulted',
    completed: 'Completed',
    cancelled: 'Cancelled',
    rejected: 'Rejected by lab',
    failed: 'Could not be sent',
  },
  item: {
    ordered: 'Ordered',
    in_progress: 'In progress',
    resulted: 'Resulted',
    cancelled: 'Cancelled',
    not_performed: 'Not performed',
  },
  priority: { routine: 'Routine', urgent: 'Urgent', asap: 'As soon as possible', stat: 'Stat' },
  result: {
    preliminary: 'Preliminary',
    partial: 'Partial',
    final: 'Final',
    corrected: 'Corrected',
    cancelled: 'Cancelled',
    entered_in_error: 'Withdrawn',
  },
  review: { unreviewed: 'Not signed', reviewed: 'Signed', review_again: 'Sign again' },
  document: {
    pending_upload: 'Waiting for the file',
    processing: 'Checking for viruses',
    available: 'Available',
    quarantined: 'Held back: failed the virus check',
    failed: 'Failed',
    entered_in_error: 'Entered in error',
  },
  category: {
    lab_report: 'Lab report',
    imaging: 'Imaging',
    discharge_summary: 'Discharge summary',
    referral: 'Referral',
    consent: 'Consent',
    identification: 'Identification',
    insurance: 'Insurance',
    clinical_note: 'Clinical note',
    correspondence: 'Correspondence',
    photo: 'Photo',
    other: 'Other',
  },
  delivery: {
    pending: 'Waiting',
    succeeded: 'Delivered',
    failed: 'Failed, will retry',
    exhausted: 'Given up',
    skipped: 'Skipped',
    held: 'Held',
  },
  delivery_error: {
    timeout: 'No answer within 15 seconds',
    dns: 'The host name could not be resolved',
    tls: 'The TLS certificate was not accepted',
    connection: 'The connection was refused or broke off',
    redirect: 'The address answered with a redirect, which is not followed',
    blocked_address: 'The address is private or reserved and is not called',
    http_4xx: 'The receiver refused the message',
    http_5xx: 'The receiver had an error',
  },
  role: { admin: 'Administrator', clinician: 'Clinician', viewer: 'Viewer' },
};

export type WordKind =
  | 'order'
  | 'item'
  | 'priority'
  | 'result'
  | 'review'
  | 'document'
  | 'category'
  | 'delivery'
  | 'delivery_error'
  | 'role';

export function word(kind: WordKind, value: string): string {
  return WORDS[kind]?.[value] ?? value.replaceAll('_', ' ');
}

export function wordList(kind: WordKind): { value: string; label: string }[] {
  return Object.entries(WORDS[kind] ?? {}).map(([value, label]) => ({ value, label }));
}
