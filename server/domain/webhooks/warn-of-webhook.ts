import { and, eq, isNull } from 'drizzle-orm';
import { webhooks } from '../../db/schema/index';
import { mailIsSet } from '../../mail/send-mail';
import type { WebhookProblem } from '../../mail/webhook-problem-mail';
import { perform } from '../../shared/perform';
import { systemContext } from '../../shared/system-actor';
import { noticeOf, notifyAdmins, type Notice } from './notify-admins';

/**
 * Emails the administrators that deliveries of a webhook fail; the portal shows it in any case.
 * @param target UUIDs of organization and webhook
 */
export async function warnOfWebhook(
  target: { orgId: string; webhookId: string },
  problems: readonly Exclude<WebhookProblem, 'disabled'>[],
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
    const detail = { troubles: [...problems], told: output?.admins.length ?? 0 };
    return { output, audit: { objectKind: 'webhook', objectId: target.webhookId, detail } };
  });
  if (notice) notifyAdmins(notice, problems);
}
