import { and, count, desc, eq, isNull, lt } from 'drizzle-orm';
import { webhooks } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage, totalCount } from '../../shared/paging';
import { MANAGE, secretHints, type WebhookRow } from './access';
import type { ListWebhooksInput, WebhookList } from './contract';
import { presentWebhook } from './present';

/** Lists webhooks, newest first, without secrets. @throws DomainError `invalid_cursor` */
export function listWebhooks(ctx: Context, input: ListWebhooksInput): Promise<WebhookList> {
  return perform(ctx, { action: 'list_webhooks', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<WebhookRow>(ctx, 'webhooks', input);
    const mine = and(eq(webhooks.orgId, ctx.actor.orgId), isNull(webhooks.deletedAt));
    const rows = await tx
      .select()
      .from(webhooks)
      .where(and(mine, page.after ? lt(webhooks.id, String(page.after[0])) : undefined))
      .orderBy(desc(webhooks.id))
      .limit(page.limit + 1);
    const hints = await secretHints(
      tx,
      ctx,
      rows.map((row) => row.id),
    );
    const list = page.close(
      rows,
      (row) => [row.id],
      (row) => presentWebhook(row, hints.get(row.id) ?? ''),
    );
    const total = input.include
      ? totalCount((await tx.select({ count: count() }).from(webhooks).where(mine))[0]!.count)
      : {};
    return {
      output: { ...list, ...total },
      audit: { objectKind: 'webhook', detail: { count: list.data.length } },
    };
  });
}
