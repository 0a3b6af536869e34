import { and, eq, isNull, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { webhooks } from '../../db/schema/index';
import { mailIsSet } from '../../mail/send-mail';
import { perform } from '../../shared/perform';
import { systemContext } from '../../shared/system-actor';
import { holdDeliveries } from './deliveries';
import { emitWebhookEvent } from './events';
import { noticeOf, notifyAdmins, type Notice } from './notify-admins';

/**
 * Disables a webhook that keeps failing, holds its deliveries, and notifies the other webhooks and the administrators.
 * @param target UUIDs of organization and webhook
 * @param reason a sentence, displayed to users
 */
export async function disableWebhook(
  target: { orgId: string; webhookId: string },
  reason: string,
): Promise<void> {
  const ctx = systemContext(target.orgId, 'system');
  const operation = { action: 'disable_webhook', kind: 'write' } as const;
  const notice = await perform<Notice | null>(ctx, operation, async (tx) => {
    const [row] = await tx
      .update(webhooks)
      .set({
        enabled: false,
        status: 'disabled',
        disabledReason: reason,
        updatedAt: databaseTime,
        version: sql`${webhooks.version} + 1`,
      })
      .where(
        and(
          eq(webhooks.orgId, target.orgId),
          eq(webhooks.id, target.webhookId),
          eq(webhooks.enabled, true),
          isNull(webhooks.deletedAt),
        ),
      )
      .returning();
    const held = row ? await holdDeliveries(tx, ctx, row.id) : 0;
    if (row) await emitWebhookEvent(tx, ctx, 'webhook.disabled', row, { except: row.id });
    return {
      output: row && mailIsSet() ? await noticeOf(tx, ctx, row, reason) : null,
      audit: {
        objectKind: 'webhook',
        objectId: target.webhookId,
        detail: { disabled: row !== undefined, held },
      },
    };
  });
  if (notice) notifyAdmins(notice, ['disabled']);
}
