import type { ProblemReason } from '../data-types/inbound-message-codes';

/**
 * Why a message was rejected: `reject` (AR, CR) for what the sender must change or a message not meant for us, `error`
 * (AE) for malformed content. Codes are from HL7 table 0357.
 */
export interface Problem {
  reason: ProblemReason;
  outcome: 'reject' | 'error';
  code: ErrorCode;
  location: { segment: string; sequence: number; field?: number } | null;
  /** One sentence for laboratory staff, without any content of the message. */
  text: string;
}

/** Table 0357. 104 exists since 2.7. */
export const ERROR_TEXTS = {
  100: 'Segment sequence error',
  101: 'Required field missing',
  102: 'Data type error',
  104: 'Value too long',
  200: 'Unsupported message type',
  201: 'Unsupported event code',
  202: 'Unsupported processing ID',
  207: 'Application error',
} as const;
type ErrorCode = keyof typeof ERROR_TEXTS;

const msh = (field: number) => ({ segment: 'MSH', sequence: 1, field });
const segment = (name: string) => ({ segment: name, sequence: 1 });

const PROBLEMS: Record<ProblemReason, Omit<Problem, 'reason'>> = {
  too_large: { outcome: 'reject', code: 104, location: null, text: 'The message is larger than 20 MB.' },
  no_header: {
    outcome: 'reject',
    code: 100,
    location: segment('MSH'),
    text: 'The message does not start with MSH.',
  },
  encoding_characters: {
    outcome: 'reject',
    code: 102,
    location: msh(2),
    text: 'The separators in MSH-2 are not distinct.',
  },
  several_messages: {
    outcome: 'error',
    code: 100,
    location: { segment: 'MSH', sequence: 2 },
    text: 'There is more than one message in the frame.',
  },
  too_many_segments: {
    outcome: 'error',
    code: 100,
    location: null,
    text: 'The message has more than 250,000 segments.',
  },
  type_missing: { outcome: 'reject', code: 101, location: msh(9), text: 'The message type is missing.' },
  type_not_accepted: {
    outcome: 'reject',
    code: 200,
    location: msh(9),
    text: 'Only results (ORU with event R01, R30, R31, R32 or R40) and documents (MDM) are accepted here.',
  },
  event_not_accepted: {
    outcome: 'reject',
    code: 201,
    location: msh(9),
    text: 'ORU is accepted with event R01, R30, R31, R32 or R40 only.',
  },
  processing_id: {
    outcome: 'reject',
    code: 202,
    location: msh(11),
    text: 'The processing ID is not expected on this connection.',
  },
  no_patient: { outcome: 'error', code: 100, location: segment('PID'), text: 'There is no PID segment.' },
  no_order: { outcome: 'error', code: 100, location: segment('OBR'), text: 'There is no OBR segment.' },
  order_of_another: {
    outcome: 'reject',
    code: 207,
    location: { segment: 'ORC', sequence: 1, field: 1 },
    text: 'New orders are not accepted here; this service does not perform tests.',
  },
  order_before_patient: {
    outcome: 'error',
    code: 100,
    location: segment('OBR'),
    text: 'An OBR segment precedes the first PID segment.',
  },
  result_without_order: {
    outcome: 'error',
    code: 100,
    location: segment('OBX'),
    text: 'An OBX segment precedes the OBR segment it belongs to.',
  },
  not_adt: {
    outcome: 'reject',
    code: 200,
    location: msh(9),
    text: 'Only patient administration messages (ADT) and documents (MDM) are accepted here.',
  },
  adt_event_not_accepted: {
    outcome: 'reject',
    code: 201,
    location: msh(9),
    text: 'ADT is accepted with events A01 to A62 only.',
  },
  mdm_event_not_accepted: {
    outcome: 'reject',
    code: 201,
    location: msh(9),
    text: 'MDM is accepted with events T01 to T11 only.',
  },
  no_document: { outcome: 'error', code: 100, location: segment('TXA'), text: 'There is no TXA segment.' },
  unknown_sender: {
    outcome: 'reject',
    code: 207,
    location: null,
    text: 'The sender is not known on this connection.',
  },
  other_receiver: {
    outcome: 'reject',
    code: 207,
    location: null,
    text: 'The message is addressed to another receiver.',
  },
  not_available: {
    outcome: 'error',
    code: 207,
    location: null,
    text: 'The message could not be stored. Send it again.',
  },
};

export function problem(reason: ProblemReason, location?: Problem['location']): Problem {
  const known = PROBLEMS[reason];
  return { reason, ...known, location: location ?? known.location };
}
