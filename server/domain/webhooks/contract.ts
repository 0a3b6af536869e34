import { z } from 'zod';
import { instant, list, metadata, paging, pathParameter, ref, text } from '../contract-parts';

/** Webhooks: where events are sent, and what became of each delivery. */

export const createWebhookInput = z.strictObject({
  url: z.string().max(2048).meta({
    description: 'https address that is reachable from the internet',
    example: 'https://example.org/hooks/clinical',
  }),
  events: z.array(z.string().max(100)).min(1).max(60).default(['*']).meta({
    description:
      'Event names, `*`, or `<resource>.*`; `*` means every event whose object the creator may read',
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
      description: 'Only in the answer to the creation: `whsec_` and base64 of 32 bytes (Standard Webhooks)',
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

/** Portal: pause or enable; `send_held` also sends what waited meanwhile. */
export const setWebhookEnabledInput = z.strictObject({
  id: pathParameter,
  enabled: z.boolean(),
  send_held: z.boolean().default(false),
});

/** Portal: new secret; the old one signs along until the overlap ends. */
export const rotateWebhookSecretInput = z.strictObject({
  id: pathParameter,
  overlap_hours: z.number().int().min(0).max(168).default(24),
});

export const deliveryPath = z.strictObject({ id: pathParameter });

/** Portal: log of deliveries. */
export const listDeliveriesInput = z.strictObject({
  webhook_id: pathParameter,
  limit: z.number().int().min(1).max(100).default(25),
  cursor: z.string().max(1000).optional(),
});

export const delivery = z.strictObject({
  id: ref('dlv'),
  event_id: z.string(),
  event_type: z.string(),
  webhook_id: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed', 'exhausted', 'skipped', 'held']),
  manual: z.boolean(),
  created_at: instant,
  next_attempt_at: instant.nullable(),
  attempts: z.array(
    z.strictObject({
      attempt: z.number().int(),
      sent_at: instant,
      duration_ms: z.number().int(),
      response_status: z.number().int().nullable(),
      response_excerpt: z.string().nullable(),
      error: z
        .enum(['timeout', 'dns', 'tls', 'connection', 'redirect', 'blocked_address', 'http_4xx', 'http_5xx'])
        .nullable(),
      error_detail: z.string().nullable(),
    }),
  ),
});
export const deliveryList = list(delivery);
/** Portal: one delivery, with the body that was signed and sent. */
export const deliveryDetail = delivery.extend({ request_body: z.string() });

export type Webhook = z.output<typeof webhook>;
export type CreateWebhookInput = z.output<typeof createWebhookInput>;
export type ListWebhooksInput = z.output<typeof listWebhooksInput>;
export type WebhookList = z.output<typeof webhookList>;
export type WebhookPath = z.output<typeof webhookPath>;
export type SetWebhookEnabledInput = z.output<typeof setWebhookEnabledInput>;
export type RotateWebhookSecretInput = z.output<typeof rotateWebhookSecretInput>;
export type DeliveryPath = z.output<typeof deliveryPath>;
export type Delivery = z.output<typeof delivery>;
export type DeliveryDetail = z.output<typeof deliveryDetail>;
export type DeliveryList = z.output<typeof deliveryList>;
export type ListDeliveriesInput = z.output<typeof listDeliveriesInput>;
