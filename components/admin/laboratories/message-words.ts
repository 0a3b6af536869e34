/** What is said of a laboratory's message: its state, the answer that was given, why it was not taken. */
import type {
  AckCode,
  MessageState,
  ProblemReason,
  ReportOutcome,
  ReportState,
} from '@/server/data-types/inbound-message-codes';

interface Word {
  word: string;
  /** One sentence. */
  means: string;
  /** Asks for somebody's attention. */
  troubled?: boolean;
}

export const MESSAGE_WORDS: Readonly<Record<MessageState, Word>> = {
  received: { word: 'Waiting', means: 'It was taken and waits to be worked up.' },
  processed: { word: 'Worked up', means: 'All of its reports are filed.' },
  unmatched: {
    word: 'Unmatched',
    means: 'A report of it belongs to no patient that could be told; a person decides.',
    troubled: true,
  },
  conflict: {
    word: 'Conflict',
    means: 'What it says of the patient contradicts the order or the record; a person decides.',
    troubled: true,
  },
  test: {
    word: 'Test message',
    means: 'The sender marked it as a test (MSH-11). It was read and compared, and nothing of it is filed.',
  },
  stale: {
    word: 'Older version',
    means:
      'A report of it is older than the filed version and differs from it. It is not shown in the chart.',
    troubled: true,
  },
  duplicate: { word: 'Repeated', means: 'The same bytes had come before; they are worked up once.' },
  rejected: {
    word: 'Refused',
    means: 'It was not taken, and the sender was told that something must be changed.',
    troubled: true,
  },
  error: {
    word: 'Broken',
    means: 'It was not taken, and the sender was told that the message is broken.',
    troubled: true,
  },
  parked: {
    word: 'Set aside',
    means: 'It was set aside, so that the next messages continue.',
    troubled: true,
  },
};

export const ANSWER_WORDS: Readonly<Record<AckCode, string>> = {
  AA: 'AA, accepted',
  AE: 'AE, error: not taken',
  AR: 'AR, refused: not taken',
  CA: 'CA, safely received',
  CE: 'CE, error: not taken',
  CR: 'CR, refused: not taken',
};

const PROBLEM_WORDS: Readonly<Partial<Record<ProblemReason, string>>> = {
  too_large: 'It is larger than 20 MB. Only its beginning was kept.',
  no_header: 'It does not begin with MSH.',
  encoding_characters: 'MSH-2 does not name different characters for separating.',
  several_messages: 'There is more than one message in the frame.',
  too_many_segments: 'It has more than 250,000 segments.',
  type_missing: 'It does not say what type of message it is (MSH-9).',
  type_not_accepted: 'It is no result: only ORU is accepted.',
  event_not_accepted: 'It is an ORU with an event that is not accepted (MSH-9.2).',
  processing_id: 'Its processing id (MSH-11) is not accepted by this connection.',
  no_patient: 'There is no patient in it (PID).',
  no_order: 'There is no panel in it (OBR).',
  order_before_patient: 'A panel (OBR) stands before the first patient (PID).',
  result_without_order: 'An observation (OBX) stands before the panel (OBR) that it belongs to.',
  unknown_sender: 'Its sender (MSH-3, MSH-4) is not the one of this connection.',
  other_receiver: 'It is addressed to another receiver (MSH-5, MSH-6) than this connection’s.',
  not_available: 'It could not be stored; the sender was asked to send it again.',
};

/** A reason without words is shown as it is, never hidden. */
export const problemWords = (reason: string): string =>
  PROBLEM_WORDS[reason as ProblemReason] ?? reason.replaceAll('_', ' ');

const FAILURE_WORDS: Readonly<Record<string, string>> = {
  crashed: 'The service ended while it was worked up.',
  left_unfinished: 'Working it up ended without an outcome.',
  internal_error: 'Something failed on our side.',
  set_aside: 'An administrator set it aside.',
};

export const failureWords = (failure: string): string =>
  FAILURE_WORDS[failure] ?? `It failed with “${failure.replaceAll('_', ' ')}”.`;

export const REPORT_WORDS: Readonly<Record<ReportState, string>> = {
  waiting: 'Waiting',
  filed: 'Filed',
  unmatched: 'Unmatched: a person decides',
  conflict: 'Conflict: a person decides',
  parked: 'Put off by a person',
  rejected: 'Rejected by a person',
  test: 'Test message, not filed',
};

export const OUTCOME_WORDS: Readonly<Record<ReportOutcome, string>> = {
  created: 'a new report',
  updated: 'a new version of the report',
  unchanged: 'nothing new in it',
  stale: 'older than the filed version, and not shown',
};

export const KEY_WORDS = {
  placer: 'Order number',
  filler: 'Laboratory’s number',
  accession: 'Accession number',
} as const;

/** `ORU^R01`, as the first segment has it. */
export const typeWords = (type: string | null, event: string | null): string =>
  [type, event].filter((part) => part !== null).join('^') || 'Not known';
