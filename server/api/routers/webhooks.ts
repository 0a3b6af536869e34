import { z } from 'zod';
import {
  createWebhookInput,
  delivery,
  deliveryDetail,
  deliveryList,
  deliveryPath,
  listDeliveriesInput,
  listWebhookHealthInput,
  listWebhooksInput,
  redeliveries,
  redeliverSinceInput,
  rotateWebhookSecretInput,
  sendTestEventInput,
  setWebhookEnabledInput,
  updateWebhookInput,
  webhook,
  webhookHealthList,
  webhookList,
  webhookPath,
} from '../../domain/webhooks/contract';
import { countRedeliveries } from '../../domain/webhooks/count-redeliveries';
import { createWebhook } from '../../domain/webhooks/create-webhook';
import { deleteWebhook } from '../../domain/webhooks/delete-webhook';
import { getDelivery } from '../../domain/webhooks/get-delivery';
import { getWebhook } from '../../domain/webhooks/get-webhook';
import { listDeliveries } from '../../domain/webhooks/list-deliveries';
import { listWebhookHealth } from '../../domain/webhooks/list-webhook-health';
import { listWebhooks } from '../../domain/webhooks/list-webhooks';
import { redeliver } from '../../domain/webhooks/redeliver';
import { redeliverSince } from '../../domain/webhooks/redeliver-since';
import { rotateWebhookSecret } from '../../domain/webhooks/rotate-webhook-secret';
import { sendTestEvent } from '../../domain/webhooks/send-test-event';
import { setWebhookEnabled } from '../../domain/webhooks/set-webhook-enabled';
import { updateWebhook } from '../../domain/webhooks/update-webhook';
import { answersAgain, procedure, router } from '../trpc';

export const webhooksRouter = router({
  listWebhooks: procedure
    .meta({
      scope: 'webhooks:manage',
      openapi: {
        method: 'GET',
        path: '/v1/webhooks',
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'All webhooks of the organization, without their secrets.',
        tags: ['Webhooks'],
      },
    })
    .input(listWebhooksInput)
    .output(webhookList)
    .query(({ ctx, input }) => listWebhooks(ctx, input)),

  createWebhook: procedure
    .meta({
      scope: 'webhooks:manage',
      success: 201,
      errors: ['limit_reached'],
      openapi: {
        method: 'POST',
        path: '/v1/webhooks',
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'Only this response contains the signing secret.',
        tags: ['Webhooks'],
      },
    })
    .input(createWebhookInput)
    .output(webhook)
    .use(answersAgain)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  deleteWebhook: procedure
    .meta({
      scope: 'webhooks:manage',
      success: 204,
      openapi: {
        method: 'DELETE',
        path: '/v1/webhooks/{id}',
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Cancels all its deliveries, including pending retries.',
        tags: ['Webhooks'],
      },
    })
    .input(webhookPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteWebhook(ctx, input)),

  getWebhook: procedure
    .meta({
      scope: 'webhooks:manage',
      etag: 'bytes',
      openapi: {
        method: 'GET',
        path: '/v1/webhooks/{id}',
        operationId: 'getWebhook',
        summary: 'Retrieve a webhook',
        description: 'Without its secret.',
        tags: ['Webhooks'],
      },
    })
    .input(webhookPath)
    .output(webhook)
    .query(({ ctx, input }) => getWebhook(ctx, input)),

  updateWebhook: procedure
    .meta({
      scope: 'webhooks:manage',
      errors: ['version_mismatch'],
      openapi: {
        method: 'PATCH',
        path: '/v1/webhooks/{id}',
        operationId: 'updateWebhook',
        summary: 'Update a webhook',
        description:
          'Absent fields keep their value. Send `version` as `If-Match` (`"3"`) to change only that version. Pending deliveries go to the new URL, and the signing secret stays the same. New `events` are limited to objects that this credential can read.',
        tags: ['Webhooks'],
      },
    })
    .input(updateWebhookInput)
    .output(webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  rotateWebhookSecret: procedure
    .meta({
      scope: 'webhooks:manage',
      body: 'optional',
      openapi: {
        method: 'POST',
        path: '/v1/webhooks/{id}/rotate-secret',
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the signing secret of a webhook',
        description:
          'Only this response contains the new secret. Until the overlap ends, each delivery is signed with both the new and the previous secret. Any older secret stops working at once.',
        tags: ['Webhooks'],
      },
    })
    .input(rotateWebhookSecretInput)
    .output(webhook)
    .use(answersAgain)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx, input)),

  sendTestEvent: procedure
    .meta({
      scope: 'webhooks:manage',
      body: 'optional',
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/v1/webhooks/{id}/test',
        operationId: 'sendTestEvent',
        summary: 'Send a test event to a webhook',
        description:
          'Sends one event to this webhook only, with a single attempt. The response is the delivery; it is attempted within seconds.',
        tags: ['Webhooks'],
      },
    })
    .input(sendTestEventInput)
    .output(delivery)
    .use(answersAgain)
    .mutation(({ ctx, input }) => sendTestEvent(ctx, input)),

  listDeliveries: procedure
    .meta({
      scope: 'webhooks:manage',
      openapi: {
        method: 'GET',
        path: '/v1/webhooks/{id}/deliveries',
        operationId: 'listDeliveries',
        summary: 'List deliveries of a webhook',
        description: 'Newest first, each with its attempts. Kept for at least 30 days.',
        tags: ['Webhooks'],
      },
    })
    .input(listDeliveriesInput)
    .output(deliveryList)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  getDelivery: procedure
    .meta({
      scope: 'webhooks:manage',
      etag: 'bytes',
      openapi: {
        method: 'GET',
        path: '/v1/webhooks/{id}/deliveries/{delivery_id}',
        operationId: 'getDelivery',
        summary: 'Retrieve a delivery of a webhook',
        description: 'A delivery with its attempts and the request body.',
        tags: ['Webhooks'],
      },
    })
    .input(deliveryPath)
    .output(deliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx, input)),

  redeliver: procedure
    .meta({
      scope: 'webhooks:manage',
      body: 'optional',
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
        operationId: 'redeliver',
        summary: 'Redeliver an event',
        description: 'Creates a delivery of the same event, with the same `webhook-id`.',
        tags: ['Webhooks'],
      },
    })
    .input(deliveryPath)
    .output(delivery)
    .use(answersAgain)
    .mutation(({ ctx, input }) => redeliver(ctx, input)),

  redeliverSince: procedure
    .meta({
      scope: 'webhooks:manage',
      errors: ['invalid_state', 'limit_reached'],
      openapi: {
        method: 'POST',
        path: '/v1/webhooks/{id}/redeliver',
        operationId: 'redeliverSince',
        summary: 'Redeliver events since a time',
        description:
          'Redelivers the events that the webhook missed, oldest first, at most 50 per second and 100,000 per request. Deliveries that await a retry are retried now. Pending deliveries are not repeated.',
        tags: ['Webhooks'],
      },
    })
    .input(redeliverSinceInput)
    .output(redeliveries)
    .use(answersAgain)
    .mutation(({ ctx, input }) => redeliverSince(ctx, input)),

  /** Portal only, from here on. */
  setWebhookEnabled: procedure
    .input(setWebhookEnabledInput)
    .output(webhook)
    .mutation(({ ctx, input }) => setWebhookEnabled(ctx, input)),

  listWebhookHealth: procedure
    .input(listWebhookHealthInput)
    .output(webhookHealthList)
    .query(({ ctx, input }) => listWebhookHealth(ctx, input)),

  countRedeliveries: procedure
    .input(redeliverSinceInput)
    .output(redeliveries)
    .query(({ ctx, input }) => countRedeliveries(ctx, input)),
});
