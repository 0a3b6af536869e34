import { z } from 'zod';
import { EVENT_TYPES } from '../../events/catalog';
import {
  inputInstant,
  instant,
  list,
  metadata,
  paging,
  pathParameter,
  ref,
  text,
} from '../../data-types/contract-parts';
import { DEFAULT_OVERLAP_HOURS, DELIVERY_STATUSES, MAX_OVERLAP_HOURS } from './rules';

const subscription = z.array(z.string().max(100)).min(1).max(60);

export const createWebhookInput = z.strictObject({
  url: z.string().max(2048).meta({
    description: 'https URL that is reachable from the internet',
    example: 'https://example.org/hooks/clinical',
  }),
  events: subscription.default(['*']).meta({
    description:
      'Event names, `*`, or `<resource>.*`; `*` means every event whose object the creator can read',
  }),
  description: text(500).nullish(),
  enabled: z.boolean().default(true),
  metadata: metadata.optional(),
});

export const webhook = z
  .strictObject({
    id: ref('wh'),
    object: z.literal('webhook'),
    version: z.number().int(),
    created_at: instant,
    updated_at: instant,
    created_by: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    description: z.string().nullable(),
    enabled: z.boolean(),
    status: z.enum(['enabled', 'failing', 'disabled']),
    disabled_reason: z.string().nullable(),
    secret: z.string().optional().meta({
      description:
        'Only in the response to the creation: `whsec_` and base64 of 32 bytes (Standard Webhooks)',
    }),
    secret_hint: z.string().meta({ description: 'Last four characters of the secret' }),
    last_success_at: instant.nullable(),
    last_failure_at: instant.nullable(),
    consecutive_failures: z.number().int(),
    metadata: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Webhook' });

export const listWebhooksInput = z.strictObject({ ...paging });
export const webhookPath = z.strictObject({ id: pathParameter });
export const webhookList = list(webhook);

/** Portal. Absent: unchanged. */
export const updateWebhookInput = z.strictObject({
  id: pathParameter,
  url: z.string().max(2048).optional(),
  events: subscription.optional(),
  description: text(500).nullable().optional(),
});

/** Portal: pause or enable; `send_held` also sends the deliveries held meanwhile. */
export const setWebhookEnabledInput = z.strictObject({
  id: pathParameter,
  enabled: z.boolean(),
  send_held: z.boolean().default(false),
});

/** Portal: new secret; the old one also signs until the overlap ends. */
export const rotateWebhookSecretInput = z.strictObject({
  id: pathParameter,
  overlap_hours: z.number().int().min(0).max(MAX_OVERLAP_HOURS).default(DEFAULT_OVERLAP_HOURS),
});

export const deliveryPath = z.strictObject({ id: pathParameter });

/** Portal: a sample event of this type, marked `test`; by default `webhook.test`. */
export const sendTestEventInput = z.strictObject({
  id: pathParameter,
  type: z.enum(EVENT_TYPES).default('webhook.test'),
});

/** Portal: redelivers the webhook's events since a time, by default only failed ones. */
export const redeliverSinceInput = z.strictObject({
  id: pathParameter,
  since: inputInstant,
  which: z.enum(['failed', 'all']).default('failed'),
});
export const redeliveries = z.strictObject({ count: z.number().int() });

/** Portal: health of webhooks; daily counts only for a single webhook, because they are expensive. */
export const listWebhookHealthInput = z.strictObject({ webhook_id: pathParameter.optional() });

export const webhookHealth = z.strictObject({
  id: ref('wh'),
  failing_since: instant.nullable(),
  /** When it will be disabled if nothing succeeds before. */
  gives_up_at: instant.nullable(),
  next_attempt_at: instant.nullable(),
  held: z.number().int(),
  /** Failed permanently within the last seven days. */
  given_up: z.number().int(),
  secrets: z.array(z.strictObject({ hint: z.string(), created_at: instant, expires_at: instant.nullable() })),
  days: z.array(
    z.strictObject({
      date: z.iso.date(),
      delivered: z.number().int(),
      failed: z.number().int(),
      waiting: z.number().int(),
      /** Sent on this day with a successful response. */
      attempts: z.number().int(),
      succeeded: z.number().int(),
      /** Median duration of these attempts. */
      median_ms: z.number().int().nullable(),
    }),
  ),
});
export const webhookHealthList = z.strictObject({
  object: z.literal('list'),
  data: z.array(webhookHealth),
});

export const listDeliveriesInput = z.strictObject({
  webhook_id: pathParameter,
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_type: z.enum(EVENT_TYPES).optional(),
  /** ID of an event, or of the object that it is about. */
  about: z.string().max(100).optional(),
  created_since: inputInstant.optional(),
  created_until: inputInstant.optional(),
  limit: z.number().int().min(1).max(100).default(25),
  cursor: z.string().max(1000).optional(),
});

export const delivery = z.strictObject({
  id: ref('dlv'),
  event_id: z.string(),
  event_type: z.string(),
  webhook_id: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  manual: z.boolean(),
  created_at: instant,
  next_attempt_at: instant.nullable(),
  attempts: z.array(
    z.strictObject({
      attempt: z.number().int(),
      sent_at: instant,
      duration_ms: z.number().int(),
      response_status: z.number().int().nullable(),
      /** Also null if the receiver is in a private network that the operator allows. */
      response_excerpt: z.string().nullable(),
      /** Bytes of the response that were read, at most 16 KiB. */
      response_bytes: z.number().int().nullable(),
      error: z
        .enum(['timeout', 'dns', 'tls', 'connection', 'redirect', 'blocked_address', 'http_4xx', 'http_5xx'])
        .nullable(),
      error_detail: z.string().nullable(),
    }),
  ),
});
export const deliveryList = list(delivery);
/** Portal: one delivery, with the signed request body. */
export const deliveryDetail = delivery.extend({ request_body: z.string() });

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
