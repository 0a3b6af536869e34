import { z } from 'zod';
import { pathParameter, ref, resource, text } from '../../data-types/contract-parts';
import {
  ACKNOWLEDGMENT_MODES,
  ORDER_CHARSETS,
  ORDER_MESSAGE_TYPES,
  ORDER_MESSAGE_VERSIONS,
  PROCESSING_IDS,
} from '../../data-types/order-message-codes';
import { ORDER_TRANSPORTS, PROVIDER_IDENTIFIER_TYPES } from '../../data-types/transmission-codes';
import { MAX_ATTEMPTS, MAX_PEM, MAX_WAIT_SECONDS, MOST_ATTEMPTS, WAIT_SECONDS } from './rules';

/** Where the orders of a laboratory are sent: the outbound half of a lab connection. Portal only. */

const hd = text(180).nullable().default(null);
const pem = z.string().min(1).max(MAX_PEM);
const secret = { description: 'Absent: unchanged. Null: removed. Never shown again.' };

const settings = {
  transport: z.enum(ORDER_TRANSPORTS).meta({
    description: '`folder` can be set only by the operator, who also sets its path',
  }),
  lab_id: text(100)
    .nullable()
    .default(null)
    .meta({ description: 'Laboratory in the catalog; null: the ID of the lab connection' }),
  host: text(253).nullable().default(null),
  port: z.number().int().min(1).max(65_535).nullable().default(null),
  tls: z.boolean().default(false),
  url: text(2_048).nullable().default(null),
  ca_certificate: pem
    .nullable()
    .default(null)
    .meta({ description: 'PEM. Trusted instead of the public certificate authorities' }),
  client_certificate: pem.nullable().default(null).meta({ description: 'PEM' }),
  message_type: z.enum(ORDER_MESSAGE_TYPES).default('OML^O21'),
  hl7_version: z.enum(ORDER_MESSAGE_VERSIONS).default('2.5.1'),
  processing_id: z.enum(PROCESSING_IDS).default('P').meta({ description: 'MSH-11' }),
  sending_application: hd.meta({ description: 'MSH-3' }),
  sending_facility: hd.meta({ description: 'MSH-4' }),
  receiving_application: hd.meta({ description: 'MSH-5' }),
  receiving_facility: hd.meta({ description: 'MSH-6' }),
  account_number: text(100)
    .nullable()
    .default(null)
    .meta({ description: 'The account of this organization at the laboratory' }),
  provider_identifier_type: z.enum(PROVIDER_IDENTIFIER_TYPES).default('npi').meta({
    description:
      '`laboratory`: the identifier that is mapped to the user on this connection, otherwise the NPI',
  }),
  charset: z.enum(ORDER_CHARSETS).default('UNICODE UTF-8').meta({ description: 'MSH-18' }),
  acknowledgment_mode: z.enum(ACKNOWLEDGMENT_MODES).default('original'),
  wait_seconds: z
    .number()
    .int()
    .min(1)
    .max(MAX_WAIT_SECONDS)
    .default(WAIT_SECONDS)
    .meta({ description: 'How long to wait for an acknowledgment' }),
  most_attempts: z
    .number()
    .int()
    .min(1)
    .max(MAX_ATTEMPTS)
    .default(MOST_ATTEMPTS)
    .meta({ description: 'After so many attempts the order counts as failed' }),
};

/** Replaces all settings except secrets. */
export const saveOrderDestinationInput = z.strictObject({
  id: pathParameter,
  ...settings,
  client_key: pem.nullable().optional().meta(secret),
  bearer_token: text(4_000).nullable().optional().meta(secret),
});

export const orderDestination = z.strictObject({
  /** Of the lab connection. */
  id: ref('lab'),
  object: z.literal('order_destination'),
  ...resource,
  ...settings,
  lab_id: z.string(),
  directory: z.string().nullable(),
  has_client_key: z.boolean(),
  has_bearer_token: z.boolean(),
  paused: z.boolean(),
  queue: z.strictObject({
    queued: z.number().int(),
    oldest_queued_at: z.iso.datetime().nullable(),
    failed: z.number().int().meta({ description: 'In the last 30 days' }),
    last_accepted_at: z.iso.datetime().nullable(),
  }),
});

export const orderDestinationPath = z.strictObject({ id: pathParameter });
/** Null if the laboratory has none. */
export const orderDestinationOrNone = orderDestination.nullable();
export const setOrdersPausedInput = z.strictObject({ id: pathParameter, paused: z.boolean() });

/** What a connection test did, in order; the last step is the one that failed, if any. */
export const destinationTest = z.strictObject({
  ok: z.boolean(),
  steps: z.array(
    z.strictObject({ step: z.enum(['connect', 'tls', 'folder']), ok: z.boolean(), detail: z.string() }),
  ),
});

export type OrderDestination = z.output<typeof orderDestination>;
export type SaveOrderDestinationInput = z.output<typeof saveOrderDestinationInput>;
export type OrderDestinationPath = z.output<typeof orderDestinationPath>;
export type SetOrdersPausedInput = z.output<typeof setOrdersPausedInput>;
export type DestinationTest = z.output<typeof destinationTest>;
