import { z } from 'zod';
import { instant, list, paging, pathParameter, ref } from '../contract-parts';
import { ACK_CODES, MESSAGE_STATES, REPORT_KEY_KINDS, REPORT_OUTCOMES, REPORT_STATES } from './rules';

/** What laboratories sent, for admins: the list tells nothing of patients, the viewer shows all of it. Portal only. */

const warning = z.strictObject({ code: z.string(), place: z.string().nullable(), text: z.string() });

export const inboundMessage = z.strictObject({
  id: ref('msg'),
  object: z.literal('inbound_message'),
  connection_id: ref('lab'),
  connection_name: z.string(),
  received_at: instant,
  remote_address: z.string().nullable(),
  file_name: z.string().nullable(),
  size: z.number().int(),
  control_id: z.string().nullable().meta({ description: 'MSH-10' }),
  message_type: z.string().nullable(),
  event: z.string().nullable(),
  processing_id: z.string().nullable(),
  version: z.string().nullable(),
  sending_application: z.string().nullable(),
  sending_facility: z.string().nullable(),
  charset: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  ack_code: z.enum(ACK_CODES).nullable(),
  ack_problem: z.string().nullable(),
  duplicate_of: ref('msg').nullable(),
  warnings: z.array(warning),
  tries: z.number().int(),
  failure: z.string().nullable(),
  finished_at: instant.nullable(),
});

const inboundReport = z.strictObject({
  id: ref('rpt'),
  state: z.enum(REPORT_STATES),
  outcome: z.enum(REPORT_OUTCOMES).nullable(),
  key_kind: z.enum(REPORT_KEY_KINDS).nullable(),
  key_number: z.string().nullable(),
  patient_id: ref('pat').nullable(),
  order_id: ref('ord').nullable(),
  result_id: ref('res').nullable(),
  why: z.record(z.string(), z.unknown()),
});

/** A line of the message with its fields that are not empty. */
const segment = z.strictObject({
  place: z.string(),
  name: z.string(),
  fields: z.array(z.strictObject({ number: z.number().int(), text: z.string() })),
});

export const inboundMessageDetail = z.strictObject({
  ...inboundMessage.shape,
  text: z.string().nullable().meta({ description: 'As it was read; null: the first one has it' }),
  segments: z.array(segment),
  truncated: z.boolean().meta({ description: 'There is more than is shown' }),
  reports: z.array(inboundReport),
});

export const listInboundMessagesInput = z.strictObject({
  connection_id: pathParameter.optional(),
  state: z.enum(MESSAGE_STATES).optional(),
  limit: paging.limit,
  cursor: paging.cursor,
});
export const inboundMessagePath = z.strictObject({ id: pathParameter });
export const inboundMessageList = list(inboundMessage);

export type InboundMessage = z.output<typeof inboundMessage>;
export type InboundMessageDetail = z.output<typeof inboundMessageDetail>;
export type InboundMessageList = z.output<typeof inboundMessageList>;
export type ListInboundMessagesInput = z.output<typeof listInboundMessagesInput>;
export type InboundMessagePath = z.output<typeof inboundMessagePath>;
