import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findWebhook, MANAGE, secretHints } from './access';
import type { Webhook, WebhookPath } from './contract';
import { presentWebhook } from './present';

/** @throws DomainError `not_found` */
export function getWebhook(ctx: Context, input: WebhookPath): Promise<Webhook> {
  return perform(ctx, { action: 'get_webhook', kind: 'read', ...MANAGE }, async (tx) => {
    const row = await findWebhook(tx, ctx, input.id);
    const hints = await secretHints(tx, ctx, [row.id]);
    return {
      output: presentWebhook(row, hints.get(row.id) ?? ''),
      audit: { objectKind: 'webhook', objectId: row.id },
    };
  });
}
