import { z } from 'zod';
import { EVENT_TYPES } from '../../events/catalog';
import {
  inputInstant,
  instant,
  list,
  metadata,
  ownId,
  ownMetadata,
  paging,
  pathParameter,
  ref,
  text,
  words,
} from '../../data-types/contract-parts';
import { DEFAULT_OVERLAP_HOURS, DELIVERY_STATUSES, MAX_OVERLAP_HOURS } from './rules';

const NOTE = 'Free text for your own use';
const TARGET = 'https URL that is reachable from the internet';

const subscription = z.array(z.string().max(100)).min(1).max(60);

export const createWebhookInput = z.strictObject({
  url: z.string().max(2048).meta({
    description: TARGET,
    example: 'https://example.org/hooks/clinical',
  }),
  events: subscription.default(['*']).meta({
    description:
      'Event names, `*`, or `<resource>.*`; `*` means every event whose object the creator can read',
  }),
  description: text(500).nullish().meta({ description: NOTE }),
  enabled: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether deliveries are sent; otherwise they are held' }),
  metadata: metadata.optional(),
});

export const webhook = z
  .strictObject({
    id: ownId('wh'),
    object: z.literal('webhook'),
    version: z
      .number()
      .int()
      .meta({ description: 'Number of the version, from 1; each change increases it' }),
    created_at: instant.meta({ description: 'Time of creation' }),
    updated_at: instant.meta({ description: 'Time of the last change' }),
    created_by: z
      .string()
      .meta({ description: '`usr_…`, `key_…` or `system`; its scopes decide which events are sent' }),
    url: z.string().meta({ description: 'URL to which events are sent' }),
    events: z.array(z.string()).meta({ description: 'Event names, `*`, or `<resource>.*`' }),
    description: z.string().nullable().meta({ description: NOTE }),
    enabled: z.boolean().meta({ description: 'Whether deliveries are sent; otherwise they are held' }),
    status: z
      .enum(['enabled', 'failing', 'disabled'])
      .meta({ description: '`failing`: the last delivery failed. `disabled`: not enabled.' }),
    disabled_reason: z.string().nullable().meta({ description: 'Why it is disabled; null while enabled' }),
    secret: z.string().optional().meta({
      description:
        'Only in the responses to the creation and to a rotation: `whsec_` and base64 of 32 bytes (Standard Webhooks)',
    }),
    secret_hint: z.string().meta({ description: 'Last four characters of the secret' }),
    last_success_at: instant.nullable().meta({ description: 'Time of the last delivery that succeeded' }),
    last_failure_at: instant.nullable().meta({ description: 'Time of the last attempt that failed' }),
    consecutive_failures: z.number().int().meta({ description: 'Failed attempts since the last success' }),
    metadata: ownMetadata,
  })
  .meta({ id: 'Webhook' });

export const listWebhooksInput = z.strictObject({ ...paging });
export const webhookPath = z.strictObject({ id: pathParameter });
export const webhookList = list(webhook);

const sendHeld = z.boolean().meta({
  description:
    'With `enabled: true`: also sends the deliveries that were held while the webhook was disabled',
});

/** Absent: unchanged. */
export const updateWebhookInput = z.strictObject({
  id: pathParameter,
  url: z.string().max(2048).optional().meta({ description: TARGET }),
  events: subscription.optional().meta({ description: 'Event names, `*`, or `<resource>.*`' }),
  description: text(500).nullable().optional().meta({ description: NOTE }),
  enabled: z.boolean().optional().meta({
    description: '`false` holds its deliveries; `true` also resets its failures',
  }),
  send_held: sendHeld.optional(),
});

/** Portal: pause or enable; `send_held` also sends the deliveries held meanwhile. */
export const setWebhookEnabledInput = z.strictObject({
  id: pathParameter,
  enabled: z.boolean(),
  send_held: sendHeld.default(false),
});

export const rotateWebhookSecretInput = z.strictObject({
  id: pathParameter,
  overlap_hours: z.number().int().min(0).max(MAX_OVERLAP_HOURS).default(DEFAULT_OVERLAP_HOURS).meta({
    description: 'How long the previous secret also signs',
  }),
});

/** @param id of the webhook */
export const deliveryPath = z.strictObject({ id: pathParameter, delivery_id: pathParameter });

export const sendTestEventInput = z.strictObject({
  id: pathParameter,
  type: z.enum(EVENT_TYPES).default('webhook.test').meta({
    description: 'Another type sends a sample of it, marked with `test`',
  }),
});

export const redeliverSinceInput = z.strictObject({
  id: pathParameter,
  since: inputInstant.meta({
    description: 'Events of deliveries created at or after this instant (RFC 3339)',
  }),
  which: z.enum(['failed', 'all']).default('failed').meta({
    description: '`failed`: events whose deliveries all failed. `all`: delivered events as well.',
  }),
});
export const redeliveries = z
  .strictObject({
    object: z.literal('redeliveries'),
    count: z.number().int().meta({ description: 'Deliveries that were created or are retried at once' }),
  })
  .meta({ id: 'Redeliveries' });

const attempt = z
  .strictObject({
    attempt: z.number().int().meta({ description: 'Number of the attempt, from 1' }),
    sent_at: instant.meta({ description: 'When the request was sent' }),
    duration_ms: z
      .number()
      .int()
      .meta({ description: 'Milliseconds until the response was complete or the attempt failed' }),
    response_status: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the response; null without one' }),
    response_excerpt: z.string().nullable().meta({
      description:
        'Start of the response body. Null without one, or if the receiver is in a private network that the operator allows.',
    }),
    response_bytes: z.number().int().nullable().meta({
      description: 'Bytes of the response that were read, at most 16 KiB',
    }),
    error: z
      .enum(['timeout', 'dns', 'tls', 'connection', 'redirect', 'blocked_address', 'http_4xx', 'http_5xx'])
      .nullable()
      .meta({ description: 'Why the attempt failed; null if it succeeded' }),
    error_detail: z.string().nullable().meta({ description: 'The same in a sentence' }),
  })
  .meta({ id: 'DeliveryAttempt' });

/** Portal: health of webhooks; daily counts only for a single webhook, because they are expensive. */
export const listWebhookHealthInput = z.strictObject({ webhook_id: pathParameter.optional() });

export const webhookHealth = z.strictObject({
  id: ref('wh'),
  failing_since: instant.nullable(),
  /** From when the next failure disables it if nothing succeeds before. Null with too few failures. */
  gives_up_at: instant.nullable(),
  next_attempt_at: instant.nullable(),
  held: z.number().int(),
  /** Failed permanently within the last seven days. */
  given_up: z.number().int(),
  /**
   * Of the newest `MOST_RECENT` of the last seven days; `finished`: delivered or failed permanently. Null if not counted.
   */
  recent: z
    .strictObject({
      finished: z.number().int(),
      delivered: z.number().int(),
      retrying: z.number().int(),
    })
    .nullable(),
  /** The last attempt of a test. Null if other deliveries succeeded, or not read. */
  last_test: attempt
    .pick({ sent_at: true, response_status: true, error: true, error_detail: true })
    .nullable(),
  secrets: z.array(z.strictObject({ hint: z.string(), created_at: instant, expires_at: instant.nullable() })),
  days: z.array(
    z.strictObject({
      date: z.iso.date(),
      delivered: z.number().int(),
      failed: z.number().int(),
      /** The last attempt failed, and there will be another. */
      retrying: z.number().int(),
      /** Pending or held. */
      waiting: z.number().int(),
      /** Median duration of the attempts with a response. */
      median_ms: z.number().int().nullable(),
    }),
  ),
});
export const webhookHealthList = z.strictObject({
  object: z.literal('list'),
  data: z.array(webhookHealth),
});

export const listDeliveriesInput = z.strictObject({
  id: pathParameter,
  status: words(DELIVERY_STATUSES).optional(),
  event_type: z.enum(EVENT_TYPES).optional().meta({ description: 'Type of the event' }),
  about: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'ID of an event, or of the object that the event is about' }),
  created_since: inputInstant.optional(),
  created_until: inputInstant.optional(),
  limit: paging.limit,
  cursor: paging.cursor,
});

const deliveryShape = {
  id: ownId('dlv'),
  object: z.literal('delivery'),
  event_id: z.string().meta({ description: 'Event that is delivered, `evt_…`' }),
  event_type: z.string().meta({ description: 'Type of the event' }),
  webhook_id: z.string().meta({ description: 'Webhook that receives it, `wh_…`' }),
  status: z.enum(DELIVERY_STATUSES).meta({
    description:
      '`failed`: will be retried. `exhausted`: failed after all attempts. `held`: the webhook is disabled. `skipped`: the webhook was deleted.',
  }),
  manual: z.boolean().meta({ description: 'Redelivered on request' }),
  created_at: instant.meta({ description: 'Time of creation' }),
  next_attempt_at: instant
    .nullable()
    .meta({ description: 'Time of the next attempt; null if no other follows' }),
  attempts: z.array(attempt).meta({ description: 'Attempts, oldest first' }),
};
export const delivery = z.strictObject(deliveryShape).meta({ id: 'Delivery' });
export const deliveryList = list(delivery);
export const deliveryDetail = z
  .strictObject({
    ...deliveryShape,
    request_body: z.string().meta({ description: 'The signed body of the request' }),
  })
  .meta({ id: 'DeliveryDetail' });

export type Webhook = z.output<typeof webhook>;
export type CreateWebhookInput = z.output<typeof createWebhookInput>;
export type ListWebhooksInput = z.output<typeof listWebhooksInput>;
export type WebhookList = z.output<typeof webhookList>;
export type WebhookPath = z.output<typeof webhookPath>;
export type UpdateWebhookInput = z.output<typeof updateWebhookInput>;
export type SetWebhookEnabledInput = z.output<typeof setWebhookEnabledInput>;
export type RotateWebhookSecretInput = z.output<typeof rotateWebhookSecretInput>;
export type SendTestEventInput = z.output<typeof sendTestEventInput>;
export type RedeliverSinceInput = z.output<typeof redeliverSinceInput>;
export type Redeliveries = z.output<typeof redeliveries>;
export type ListWebhookHealthInput = z.output<typeof listWebhookHealthInput>;
export type WebhookHealth = z.output<typeof webhookHealth>;
export type WebhookHealthList = z.output<typeof webhookHealthList>;
export type DeliveryPath = z.output<typeof deliveryPath>;
export type Delivery = z.output<typeof delivery>;
export type DeliveryDetail = z.output<typeof deliveryDetail>;
export type DeliveryList = z.output<typeof deliveryList>;
export type ListDeliveriesInput = z.output<typeof listDeliveriesInput>;
