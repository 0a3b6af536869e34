import { z } from 'zod';
import {
  inputInstant,
  instant,
  list,
  notesText,
  paging,
  pathParameter,
  ref,
  text,
} from '../../data-types/contract-parts';
import { CHECKED_FIELDS, FOUND_BY } from '../inbound-reports/rules';
import { CONTRADICTIONS } from '../patient-updates/rules';
import { MAX_FACT, MAX_REASON } from './rules';
import {
  ACK_CODES,
  CONTENT_REMOVALS,
  INBOUND_DOCUMENT_OUTCOMES,
  INBOUND_DOCUMENT_STATES,
  MESSAGE_STATES,
  PATIENT_UPDATE_OUTCOMES,
  PATIENT_UPDATE_STATES,
  REPORT_KEY_KINDS,
  REPORT_OUTCOMES,
  REPORT_STATES,
} from '../../data-types/inbound-message-codes';

/** Messages from laboratories, for administrators. Portal only. */

export const listInboundMessagesInput = z.strictObject({
  limit: paging.limit,
  cursor: paging.cursor,
  connection_id: ref('lab').optional(),
  /** MSH-10, exact. */
  control_id: text(MAX_FACT).optional(),
  /** `to_review`: a person decides, as for `unmatched` and `conflict`. */
  state: z.enum([...MESSAGE_STATES, 'to_review']).optional(),
  since: inputInstant.optional(),
  until: inputInstant.optional(),
});

export const inboundMessagePath = z.strictObject({ id: pathParameter });
export const setMessageAsideInput = z.strictObject({ id: pathParameter, reason: notesText(MAX_REASON) });

/** Fields of the MSH segment; no patient data. */
const facts = {
  id: ref('msg'),
  object: z.literal('inbound_message'),
  connection_id: ref('lab'),
  connection_name: z.string(),
  received_at: instant,
  remote_address: z.string().nullable(),
  file_name: z.string().nullable(),
  /** Bytes received. */
  size: z.number().int(),
  control_id: z.string().nullable(),
  message_type: z.string().nullable(),
  event: z.string().nullable(),
  sending_application: z.string().nullable(),
  sending_facility: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  /** Null if the sender requested no acknowledgment. */
  ack_code: z.enum(ACK_CODES).nullable(),
  ack_problem: z.string().nullable(),
  warning_count: z.number().int(),
  tries: z.number().int(),
  next_try_at: instant.nullable(),
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
  /** Position in the field (`[2].4.1`, or '' if it has one part) and its text, with escapes decoded. */
  parts: z.array(z.strictObject({ at: z.string(), text: z.string() })),
  left_out: z.number().int(),
});

const messageSegment = z.strictObject({
  name: z.string(),
  place,
  title: z.string().nullable(),
  fields: z.array(messageField),
});

/** The bytes as text, and by segment and field; both are cut after a readable amount. */
export const messageView = z.strictObject({
  /** All characters, including non-printing ones. */
  raw: z.strictObject({ text: z.string(), left_out: z.number().int() }),
  segments: z.array(messageSegment),
  /** Only the beginning was parsed. */
  cut: z.boolean(),
});

const whyOfReport = z.strictObject({
  found_by: z.string().nullable(),
  problem: z.string().nullable(),
  rule: z.string().nullable(),
  /** Patient fields: `same`, `similar`, `different`, `invalid`, `not_sent`. */
  compared: z.record(z.string(), z.string()),
  /** The patient with these identifiers, even if the report was unmatched. */
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
  /** As received. */
  family: z.string().nullable(),
  given: z.string().nullable(),
  birth_date: z.string().nullable(),
  sex: z.string().nullable(),
  mrn: z.string().nullable(),
  patient_id: ref('pat').nullable(),
  order_id: ref('ord').nullable(),
  result_id: ref('res').nullable(),
  why: whyOfReport,
  /** Null if it was matched automatically. */
  decided_by: z.strictObject({ id: z.string(), name: z.string().nullable() }).nullable(),
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
});

/** Of a hospital feed. */
const updateOfMessage = z.strictObject({
  id: ref('upd'),
  /** PID segment of the message, from 0. */
  position: z.number().int(),
  state: z.enum(PATIENT_UPDATE_STATES),
  outcome: z.enum(PATIENT_UPDATE_OUTCOMES).nullable(),
  /** Key of `UPDATE_PROBLEM_WORDS`. */
  problem: z.string().nullable(),
  differs: z.array(z.enum(CONTRADICTIONS)),
  family: z.string().nullable(),
  given: z.string().nullable(),
  birth_date: z.string().nullable(),
  sex: z.string().nullable(),
  mrn: z.string().nullable(),
  prior_mrn: z.string().nullable(),
  event: z.string(),
  sent_at: instant,
  patient_id: ref('pat').nullable(),
  candidate_ids: z.array(ref('pat')),
  fields: z.array(z.string()),
  decided_by: z.strictObject({ id: z.string(), name: z.string().nullable() }).nullable(),
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
});

const documentOfMessage = z.strictObject({
  id: ref('idc'),
  /** TXA segment of the message, from 0. */
  position: z.number().int(),
  state: z.enum(INBOUND_DOCUMENT_STATES),
  outcome: z.enum(INBOUND_DOCUMENT_OUTCOMES).nullable(),
  /** Key of `DOCUMENT_PROBLEM_WORDS`. */
  problem: z.string().nullable(),
  /** As in the list of unmatched documents. */
  found_by: z.enum(FOUND_BY).nullable(),
  differs: z.array(z.enum(CHECKED_FIELDS)),
  title: z.string(),
  number: z.string().nullable(),
  parent: z.string().nullable(),
  family: z.string().nullable(),
  given: z.string().nullable(),
  birth_date: z.string().nullable(),
  birth_date_unread: z.string().nullable(),
  sex: z.string().nullable(),
  mrn: z.string().nullable(),
  sent_at: instant,
  patient_id: ref('pat').nullable(),
  document_id: ref('doc').nullable(),
  candidate_id: ref('pat').nullable(),
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
  /** Null for a duplicate, because the first message has the bytes, and after they were removed. */
  content: messageView.nullable(),
  content_removed: z.strictObject({ at: instant, after: z.enum(CONTENT_REMOVALS) }).nullable(),
  /** False if only the beginning was stored. */
  is_whole: z.boolean(),
  reports: z.array(reportOfMessage),
  patient_updates: z.array(updateOfMessage),
  documents: z.array(documentOfMessage),
  may_run_again: z.boolean(),
  /** Null if it was not set aside. */
  set_aside: z.strictObject({ by_name: z.string().nullable(), reason: z.string() }).nullable(),
});

export type ListInboundMessagesInput = z.output<typeof listInboundMessagesInput>;
export type SetMessageAsideInput = z.output<typeof setMessageAsideInput>;
export type InboundMessagePath = z.output<typeof inboundMessagePath>;
export type InboundMessage = z.output<typeof inboundMessage>;
export type InboundMessageList = z.output<typeof inboundMessageList>;
export type MessageField = z.output<typeof messageField>;
export type MessageSegment = z.output<typeof messageSegment>;
export type WhyOfReport = z.output<typeof whyOfReport>;
export type ReportOfMessage = z.output<typeof reportOfMessage>;
export type DocumentOfMessage = z.output<typeof documentOfMessage>;
export type UpdateOfMessage = z.output<typeof updateOfMessage>;
export type InboundMessageDetail = z.output<typeof inboundMessageDetail>;
