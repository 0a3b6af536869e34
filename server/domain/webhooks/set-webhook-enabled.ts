import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { webhooks } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
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
    const [row] =
      found.enabled === input.enabled
        ? [found]
        : await tx
            .update(webhooks)
            .set({
              ...switchedTo(input.enabled),
              updatedAt: databaseTime,
              version: sql`${webhooks.version} + 1`,
            })
            .where(and(eq(webhooks.orgId, ctx.actor.orgId), eq(webhooks.id, found.id)))
            .returning();
    const moved = await switchDeliveries(tx, ctx, found.id, input);
    const hints = await secretHints(tx, ctx, [found.id]);
    return {
      output: presentWebhook(row!, hints.get(found.id) ?? ''),
      audit: {
        objectKind: 'webhook',
        objectId: found.id,
        detail: { enabled: input.enabled, ...moved },
      },
    };
  });
}

/** The columns of a webhook that is enabled or paused. */
export const switchedTo = (enabled: boolean) =>
  enabled
    ? {
        enabled,
        status: 'enabled' as const,
        disabledReason: null,
        consecutiveFailures: 0,
        firstFailureAt: null,
      }
    : { enabled, status: 'disabled' as const, disabledReason: PAUSED };

/** Holds the pending deliveries, or sends those that were held. The webhook is locked. */
export const switchDeliveries = async (
  tx: Tx,
  ctx: Context,
  webhookId: string,
  { enabled, send_held }: Pick<SetWebhookEnabledInput, 'enabled' | 'send_held'>,
): Promise<{ held: number; released: number }> => ({
  held: enabled ? 0 : await holdDeliveries(tx, ctx, webhookId),
  released: enabled && send_held ? await releaseDeliveries(tx, ctx, webhookId) : 0,
});
