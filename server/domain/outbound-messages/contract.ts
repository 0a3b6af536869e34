import { z } from 'zod';
import {
  inputInstant,
  instant,
  list,
  paging,
  pathParameter,
  ref,
  text,
} from '../../data-types/contract-parts';
import { ACK_CODES } from '../../data-types/inbound-message-codes';
import { OUTBOUND_FAILURES, OUTBOUND_KINDS, OUTBOUND_STATUSES } from '../../data-types/transmission-codes';
import { messageView } from '../inbound-messages/contract';

/** Messages to laboratories, for administrators. Portal only. */

export const listOutboundMessagesInput = z.strictObject({
  limit: paging.limit,
  cursor: paging.cursor,
  connection_id: ref('lab').optional(),
  /** Control ID of the message, or number of its order. */
  about: text(100).optional(),
  status: z.enum(OUTBOUND_STATUSES).optional(),
  since: inputInstant.optional(),
  until: inputInstant.optional(),
});

export const outboundMessagePath = z.strictObject({ id: pathParameter });

/** No patient data. */
const facts = {
  id: ref('out'),
  object: z.literal('outbound_message'),
  connection_id: ref('lab'),
  connection_name: z.string(),
  order_id: ref('ord'),
  order_number: z.string(),
  kind: z.enum(OUTBOUND_KINDS),
  control_id: z.string(),
  status: z.enum(OUTBOUND_STATUSES),
  created_at: instant,
  created_by: z.string(),
  attempts: z.number().int(),
  last_attempt_at: instant.nullable(),
  next_attempt_at: instant.nullable(),
  sent_at: instant.nullable(),
  finished_at: instant.nullable(),
  ack_code: z.enum(ACK_CODES).nullable(),
  failure: z.enum(OUTBOUND_FAILURES).nullable(),
};

const outboundMessage = z.strictObject(facts);
export const outboundMessageList = list(outboundMessage);

export const outboundMessageDetail = z.strictObject({
  ...facts,
  patient_id: ref('pat'),
  /** In words; what the laboratory said is verbatim. */
  reason: z.string().nullable(),
  /** Null if the message could not be written, and after its bytes and the answer were removed. */
  content: messageView.nullable(),
  content_removed_at: instant.nullable(),
  answer: messageView.nullable(),
  answered_at: instant.nullable(),
});

export type ListOutboundMessagesInput = z.output<typeof listOutboundMessagesInput>;
export type OutboundMessagePath = z.output<typeof outboundMessagePath>;
export type OutboundMessage = z.output<typeof outboundMessage>;
export type OutboundMessageList = z.output<typeof outboundMessageList>;
export type OutboundMessageDetail = z.output<typeof outboundMessageDetail>;
