import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { webhookSecrets, webhooks } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findWebhook, MANAGE } from './access';
import type { WebhookPath } from './contract';
import { skipDeliveries } from './deliveries';

/** Deletes the webhook with its secrets and pending deliveries. @throws DomainError `not_found` */
export function deleteWebhook(ctx: Context, input: WebhookPath): Promise<void> {
  return perform(ctx, { action: 'delete_webhook', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const row = await findWebhook(tx, ctx, input.id, { lock: true });
    const now = new Date();
    await tx
      .update(webhooks)
      .set({ deletedAt: now, updatedAt: databaseTime, enabled: false, version: sql`${webhooks.version} + 1` })
      .where(and(eq(webhooks.orgId, orgId), eq(webhooks.id, row.id)));
    await tx
      .delete(webhookSecrets)
      .where(and(eq(webhookSecrets.orgId, orgId), eq(webhookSecrets.webhookId, row.id)));
    const skipped = await skipDeliveries(tx, ctx, row.id);
    return { output: undefined, audit: { objectKind: 'webhook', objectId: row.id, detail: { skipped } } };
  });
}
