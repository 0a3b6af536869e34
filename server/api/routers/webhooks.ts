import { z } from 'zod';
import { createWebhookInput, deliveryList, listDeliveriesInput, listWebhooksInput, webhook, webhookList, webhookPath } from '../../domain/webhooks/contract';
import { createWebhook } from '../../domain/webhooks/create-webhook';
import { deleteWebhook } from '../../domain/webhooks/delete-webhook';
import { getWebhook } from '../../domain/webhooks/get-webhook';
import { listDeliveries } from '../../domain/webhooks/list-deliveries';
import { listWebhooks } from '../../domain/webhooks/list-webhooks';
import { procedure, router } from '../trpc';

export const webhooksRouter = router({
  listWebhooks: procedure
    .meta({ scope: 'webhooks:manage', openapi: { method: 'GET', path: '/v1/webhooks', operationId: 'listWebhooks', summary: 'List webhooks', tags: ['Webhooks'] } })
    .input(listWebhooksInput)
    .output(webhookList)
    .query(({ ctx, input }) => listWebhooks(ctx, input)),

  createWebhook: procedure
    .meta({ scope: 'webhooks:manage', success: 201, openapi: { method: 'POST', path: '/v1/webhooks', operationId: 'createWebhook', summary: 'Create a webhook', description: 'The signing secret is in this answer and nowhere else.', tags: ['Webhooks'] } })
    .input(createWebhookInput)
    .output(webhook)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  deleteWebhook: procedure
    .meta({ scope: 'webhooks:manage', success: 204, openapi: { method: 'DELETE', path: '/v1/webhooks/{id}', operationId: 'deleteWebhook', summary: 'Delete a webhook', tags: ['Webhooks'] } })
    .input(webhookPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteWebhook(ctx, input)),

  /** Portal only, from here on. */
  getWebhook: procedure.input(webhookPath).output(webhook).query(({ ctx, input }) => getWebhook(ctx, input)),
  listDeliveries: procedure.input(listDeliveriesInput).output(deliveryList).query(({ ctx, input }) => listDeliveries(ctx, input)),
});
