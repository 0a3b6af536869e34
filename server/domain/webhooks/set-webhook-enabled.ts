import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { webhooks } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findWebhook, MANAGE, secretHints } from './access';
import type { SetWebhookEnabledInput, Webhook } from './contract';
import { holdDeliveries, releaseDeliveries } from './deliveries';
import { presentWebhook } from './present';
import { PAUSED } from './rules';

/**
 * Pauses a webhook, which holds its deliveries, or enables it and resets its failures. Held deliveries are sent only
 * with `send_held`.
 * @throws DomainError `not_found`
 */
export function setWebhookEnabled(ctx: Context, input: SetWebhookEnabledInput): Promise<Webhook> {
  return perform(ctx, { action: 'set_webhook_enabled', kind: 'write', ...MANAGE }, async (tx) => {
    const found = await findWebhook(tx, ctx, input.id, { lock: true });
    const change = input.enabled
      ? {
          enabled: true,
          status: 'enabled' as const,
          disabledReason: null,
          consecutiveFailures: 0,
          firstFailureAt: null,
        }
      : { enabled: false, status: 'disabled' as const, disabledReason: PAUSED };
    const [row] =
      found.enabled === input.enabled
        ? [found]
        : await tx
            .update(webhooks)
            .set({ ...change, updatedAt: databaseTime, version: sql`${webhooks.version} + 1` })
            .where(and(eq(webhooks.orgId, ctx.actor.orgId), eq(webhooks.id, found.id)))
            .returning();
    const held = input.enabled ? 0 : await holdDeliveries(tx, ctx, found.id);
    const released = input.enabled && input.send_held ? await releaseDeliveries(tx, ctx, found.id) : 0;
    const hints = await secretHints(tx, ctx, [found.id]);
    return {
      output: presentWebhook(row!, hints.get(found.id) ?? ''),
      audit: {
        objectKind: 'webhook',
        objectId: found.id,
        detail: { enabled: input.enabled, held, released },
      },
    };
  });
}
