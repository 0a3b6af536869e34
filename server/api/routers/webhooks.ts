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

  /** Portal only, from here on. */
  getWebhook: procedure
    .input(webhookPath)
    .output(webhook)
    .query(({ ctx, input }) => getWebhook(ctx, input)),
  updateWebhook: procedure
    .input(updateWebhookInput)
    .output(webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),
  setWebhookEnabled: procedure
    .input(setWebhookEnabledInput)
    .output(webhook)
    .mutation(({ ctx, input }) => setWebhookEnabled(ctx, input)),
  rotateWebhookSecret: procedure
    .input(rotateWebhookSecretInput)
    .output(webhook)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx, input)),
  listWebhookHealth: procedure
    .input(listWebhookHealthInput)
    .output(webhookHealthList)
    .query(({ ctx, input }) => listWebhookHealth(ctx, input)),
  sendTestEvent: procedure
    .input(sendTestEventInput)
    .output(delivery)
    .mutation(({ ctx, input }) => sendTestEvent(ctx, input)),
  listDeliveries: procedure
    .input(listDeliveriesInput)
    .output(deliveryList)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  getDelivery: procedure
    .input(deliveryPath)
    .output(deliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx, input)),
  redeliver: procedure
    .input(deliveryPath)
    .output(delivery)
    .mutation(({ ctx, input }) => redeliver(ctx, input)),
  countRedeliveries: procedure
    .input(redeliverSinceInput)
    .output(redeliveries)
    .query(({ ctx, input }) => countRedeliveries(ctx, input)),
  redeliverSince: procedure
    .input(redeliverSinceInput)
    .output(redeliveries)
    .mutation(({ ctx, input }) => redeliverSince(ctx, input)),
});
