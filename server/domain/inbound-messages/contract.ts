import { z } from 'zod';
import { inputInstant, instant, list, notesText, paging, pathParameter, ref } from '../shared/contract-parts';
import {
  ACK_CODES,
  MAX_REASON,
  MESSAGE_STATES,
  REPORT_KEY_KINDS,
  REPORT_OUTCOMES,
  REPORT_STATES,
} from './rules';

/** What laboratories sent, for the people who look after the connections. Portal only. */

export const listInboundMessagesInput = z.strictObject({
  limit: paging.limit,
  cursor: paging.cursor,
  connection_id: ref('lab').optional(),
  state: z.enum(MESSAGE_STATES).optional(),
  since: inputInstant.optional(),
  until: inputInstant.optional(),
});

export const inboundMessagePath = z.strictObject({ id: pathParameter });
export const setMessageAsideInput = z.strictObject({ id: pathParameter, reason: notesText(MAX_REASON) });

/** Facts of the first segment; nothing of a patient. */
const facts = {
  id: ref('msg'),
  object: z.literal('inbound_message'),
  connection_id: ref('lab'),
  connection_name: z.string(),
  received_at: instant,
  remote_address: z.string().nullable(),
  file_name: z.string().nullable(),
  /** Bytes, as sent. */
  size: z.number().int(),
  control_id: z.string().nullable(),
  message_type: z.string().nullable(),
  event: z.string().nullable(),
  sending_application: z.string().nullable(),
  sending_facility: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  /** Null: the sender wanted no answer. */
  ack_code: z.enum(ACK_CODES).nullable(),
  /** Why it was not taken. */
  ack_problem: z.string().nullable(),
  warning_count: z.number().int(),
  tries: z.number().int(),
  next_try_at: instant.nullable(),
  /** Code of the last failure. */
  failure: z.string().nullable(),
  finished_at: instant.nullable(),
};

export const inboundMessage = z.strictObject(facts);
export const inboundMessageList = list(inboundMessage);

/** `OBX[3]-5`: the third OBX of the message, field 5. */
const place = z.string();

const messageField = z.strictObject({
  number: z.number().int(),
  place,
  title: z.string().nullable(),
  /** Where in the field (`[2].4.1`, '' when it has one part), and what stands there, escapes read. */
  parts: z.array(z.strictObject({ at: z.string(), text: z.string() })),
  /** Characters that are not shown. */
  left_out: z.number().int(),
});

const messageSegment = z.strictObject({
  name: z.string(),
  place,
  title: z.string().nullable(),
  fields: z.array(messageField),
});

/** The bytes as text and by segment and field; both end where nobody would read on. */
const messageView = z.strictObject({
  /** Every character as sent, those that are not printed too. */
  raw: z.strictObject({ text: z.string(), left_out: z.number().int() }),
  segments: z.array(messageSegment),
  /** Only the beginning was taken apart. */
  cut: z.boolean(),
});

/** Which rule said what, in the words of the matching. */
const whyOfReport = z.strictObject({
  found_by: z.string().nullable(),
  problem: z.string().nullable(),
  rule: z.string().nullable(),
  /** Facts of the patient: `same`, `similar`, `different`, `not_sent`. */
  compared: z.record(z.string(), z.string()),
  /** Whom the numbers named, also when the report was held. */
  candidate_id: ref('pat').nullable(),
});

const reportOfMessage = z.strictObject({
  id: ref('rpt'),
  /** In the message, from 0. */
  position: z.number().int(),
  state: z.enum(REPORT_STATES),
  outcome: z.enum(REPORT_OUTCOMES).nullable(),
  key_kind: z.enum(REPORT_KEY_KINDS).nullable(),
  key_number: z.string().nullable(),
  /** As sent. */
  family: z.string().nullable(),
  given: z.string().nullable(),
  birth_date: z.string().nullable(),
  sex: z.string().nullable(),
  mrn: z.string().nullable(),
  patient_id: ref('pat').nullable(),
  order_id: ref('ord').nullable(),
  result_id: ref('res').nullable(),
  why: whyOfReport,
  /** The person who decided; null: nobody had to. */
  decided_by: z.strictObject({ id: z.string(), name: z.string().nullable() }).nullable(),
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
});

export const inboundMessageDetail = z.strictObject({
  ...facts,
  processing_id: z.string().nullable(),
  version: z.string().nullable(),
  charset: z.string().nullable(),
  acknowledged_at: instant.nullable(),
  duplicate_of: ref('msg').nullable(),
  warnings: z.array(z.strictObject({ code: z.string(), place: place.nullable(), text: z.string() })),
  /** Null: the bytes are with the message that this one repeats. */
  content: messageView.nullable(),
  /** False: only the beginning was kept. */
  is_whole: z.boolean(),
  reports: z.array(reportOfMessage),
  may_run_again: z.boolean(),
  /** The administrator who set it aside, and why; null when no one did. */
  set_aside: z.strictObject({ by_name: z.string().nullable(), reason: z.string() }).nullable(),
});

export type ListInboundMessagesInput = z.output<typeof listInboundMessagesInput>;
export type SetMessageAsideInput = z.output<typeof setMessageAsideInput>;
export type InboundMessagePath = z.output<typeof inboundMessagePath>;
export type InboundMessage = z.output<typeof inboundMessage>;
export type InboundMessageList = z.output<typeof inboundMessageList>;
export type MessageField = z.output<typeof messageField>;
export type MessageSegment = z.output<typeof messageSegment>;
export type MessageView = z.output<typeof messageView>;
export type WhyOfReport = z.output<typeof whyOfReport>;
export type ReportOfMessage = z.output<typeof reportOfMessage>;
export type InboundMessageDetail = z.output<typeof inboundMessageDetail>;
