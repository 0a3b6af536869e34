/** Texts about a laboratory message: status, acknowledgment and reason of a rejection. */
import type {
  AckCode,
  InboundDocumentOutcome,
  InboundDocumentState,
  MessageState,
  PatientUpdateOutcome,
  PatientUpdateState,
  ProblemReason,
  ReportOutcome,
  ReportState,
} from '@/server/data-types/inbound-message-codes';

interface Word {
  word: string;
  /** One sentence; empty if the word says it. */
  means: string;
  /** What the administrator does next. */
  todo?: string;
  /** Needs attention. */
  hasProblem?: boolean;
}

export const MESSAGE_WORDS: Readonly<Record<MessageState, Word>> = {
  received: { word: 'Received', means: 'Not processed yet.' },
  processed: { word: 'Processed', means: '' },
  unmatched: {
    word: 'Unmatched',
    means: 'It could not be matched to a patient with certainty.',
    todo: 'Review it below and choose the patient.',
    hasProblem: true,
  },
  conflict: {
    word: 'Conflict',
    means: 'Patient data contradicts the order or the record.',
    todo: 'Review it below and decide where it belongs.',
    hasProblem: true,
  },
  unreadable: {
    word: 'Unreadable',
    means: 'The content of the document cannot be read. It is not filed.',
    todo: 'Ask the sender for a readable document.',
    hasProblem: true,
  },
  test: {
    word: 'Test message',
    means: 'Marked as a test by the sender (MSH-11). Not filed.',
  },
  stale: {
    word: 'Outdated',
    means: 'Older than what was filed or applied before, so it has no effect.',
    todo: 'Check with the sender if the newer version is correct.',
    hasProblem: true,
  },
  duplicate: { word: 'Duplicate', means: 'An identical message was received before.' },
  rejected: {
    word: 'Rejected',
    means: 'Acknowledged with AR and not filed.',
    todo: 'Ask the sender to correct and resend it. The reason is under Acknowledgment.',
    hasProblem: true,
  },
  error: {
    word: 'Invalid',
    means: 'Acknowledged with AE and not filed.',
    todo: 'Ask the sender to correct and resend it. The reason is under Acknowledgment.',
    hasProblem: true,
  },
  parked: {
    word: 'Set aside',
    means: 'Not filed until it is reprocessed.',
    todo: 'Fix the cause, then reprocess it.',
    hasProblem: true,
  },
};

export const ACK_WORDS: Readonly<Record<AckCode, string>> = {
  AA: 'AA, accepted',
  AE: 'AE, error',
  AR: 'AR, rejected',
  CA: 'CA, received',
  CE: 'CE, error',
  CR: 'CR, rejected',
};

const PROBLEM_WORDS: Readonly<Partial<Record<ProblemReason, string>>> = {
  too_large: 'Larger than 20 MB. Stored in part.',
  no_header: 'Does not start with MSH.',
  encoding_characters: 'The separators in MSH-2 are not distinct.',
  several_messages: 'More than one message in the frame.',
  too_many_segments: 'More than 250,000 segments.',
  type_missing: 'No message type (MSH-9).',
  type_not_accepted: 'Not a result or document: only ORU and MDM are accepted.',
  event_not_accepted: 'Trigger event not accepted (MSH-9.2).',
  processing_id: 'Processing ID not accepted by this connection (MSH-11).',
  no_patient: 'No patient (PID).',
  no_order: 'No panel (OBR).',
  order_before_patient: 'A panel (OBR) precedes the first patient (PID).',
  result_without_order: 'An observation (OBX) precedes its panel (OBR).',
  not_adt: 'A hospital feed accepts only ADT and MDM.',
  adt_event_not_accepted: 'Trigger event not accepted (MSH-9.2).',
  mdm_event_not_accepted: 'Trigger event not accepted (MSH-9.2).',
  order_of_another: 'A new order of another sender (ORC-1). This service does not perform tests.',
  no_document: 'No document (TXA).',
  unknown_sender: 'Unknown sender (MSH-3, MSH-4).',
  other_receiver: 'Addressed to another receiver (MSH-5, MSH-6).',
  not_available: 'Could not be stored. The sender must resend it.',
};

/** A reason without words is shown as it is, never hidden. */
export const problemWords = (reason: string): string =>
  PROBLEM_WORDS[reason as ProblemReason] ?? reason.replaceAll('_', ' ');

const FAILURE_WORDS: Readonly<Record<string, string>> = {
  crashed: 'The service stopped during processing.',
  left_unfinished: 'Processing ended without a result.',
  internal_error: 'Something failed on our side.',
  set_aside: 'Set aside by an administrator.',
};

export const failureWords = (failure: string): string =>
  FAILURE_WORDS[failure] ?? `Error: ${failure.replaceAll('_', ' ')}.`;

export const REPORT_WORDS: Readonly<Record<ReportState, string>> = {
  waiting: 'Pending',
  filed: 'Filed',
  unmatched: 'Unmatched',
  conflict: 'Conflict',
  parked: 'Set aside',
  rejected: 'Rejected',
  test: 'Test message, not filed',
};

export const OUTCOME_WORDS: Readonly<Record<ReportOutcome, string>> = {
  created: 'new report',
  updated: 'new version',
  unchanged: 'unchanged',
  stale: 'outdated, not shown',
};

export const UPDATE_STATE_WORDS: Readonly<Record<PatientUpdateState, string>> = {
  applied: 'Applied',
  older: 'Older data, not applied',
  ignored: 'No effect',
  unmatched: 'Unmatched',
  conflict: 'Conflict',
  dismissed: 'Rejected',
  test: 'Test message, not applied',
};

export const UPDATE_OUTCOME_WORDS: Readonly<Record<Exclude<PatientUpdateOutcome, 'closed'>, string>> = {
  created: 'patient created',
  updated: 'patient updated',
  unchanged: 'unchanged',
  merged: 'records merged',
};

export const DOCUMENT_STATE_WORDS: Readonly<Record<InboundDocumentState, string>> = {
  filed: 'Filed',
  changed: 'Applied',
  older: 'Outdated, not applied',
  ignored: 'No effect',
  unreadable: 'Unreadable, not filed',
  unmatched: 'Unmatched',
  conflict: 'Conflict',
  dismissed: 'Rejected',
  withdrawn: 'Withdrawn before filing',
  test: 'Test message, not filed',
};

export const DOCUMENT_OUTCOME_WORDS: Readonly<Record<InboundDocumentOutcome, string>> = {
  created: 'new document',
  replaced: 'new version',
  addendum: 'addendum',
  unchanged: 'unchanged',
  earlier_version: 'earlier version',
  status_changed: 'status changed',
  document_withdrawn: 'document withdrawn',
  noted: 'noted on the document',
};

/** `ORU^R01`, as in MSH-9. */
export const typeWords = (type: string | null, event: string | null): string =>
  [type, event].filter((part) => part !== null).join('^') || '—';
