import { and, eq, isNull } from 'drizzle-orm';
import { webhooks } from '../../db/schema/index';
import { mailIsSet } from '../../mail/send-mail';
import type { WebhookTrouble } from '../../mail/webhook-trouble-mail';
import { perform } from '../../shared/perform';
import { systemContext } from '../../shared/system-actor';
import { noticeOf, tellAdmins, type Notice } from './trouble';

/**
 * Emails the administrators that deliveries of a webhook fail; the portal shows it in any case.
 * @param target UUIDs of organization and webhook
 */
export async function warnOfWebhook(
  target: { orgId: string; webhookId: string },
  troubles: readonly Exclude<WebhookTrouble, 'disabled'>[],
): Promise<void> {
  if (!mailIsSet()) return;
  const ctx = systemContext(target.orgId, 'system');
  const operation = { action: 'warn_of_webhook', kind: 'write' } as const;
  const notice = await perform<Notice | null>(ctx, operation, async (tx) => {
    const [row] = await tx
      .select({ id: webhooks.id, url: webhooks.url })
      .from(webhooks)
      .where(
        and(
          eq(webhooks.orgId, target.orgId),
          eq(webhooks.id, target.webhookId),
          eq(webhooks.enabled, true),
          isNull(webhooks.deletedAt),
        ),
      );
    const output = row ? await noticeOf(tx, ctx, row) : null;
    const detail = { troubles: [...troubles], told: output?.admins.length ?? 0 };
    return { output, audit: { objectKind: 'webhook', objectId: target.webhookId, detail } };
  });
  if (notice) tellAdmins(notice, troubles);
}
