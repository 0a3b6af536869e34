import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { env } from '../../env';
import { notifyOwner } from '../../mail/notify-owner';
import {
  webhookProblemMail,
  type FailingWebhook,
  type WebhookProblem,
} from '../../mail/webhook-problem-mail';
import { administratorsOf, type Recipient } from '../../shared/administrators';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { WebhookRow } from './access';

/** Notification about a failing webhook: collected in the transaction, sent after its commit. */
export interface Notice {
  admins: Recipient[];
  about: FailingWebhook;
}

export async function noticeOf(
  tx: Tx,
  ctx: Context,
  row: Pick<WebhookRow, 'id' | 'url'>,
  reason?: string,
): Promise<Notice> {
  const { orgId } = ctx.actor;
  const admins = await administratorsOf(tx, orgId);
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  return {
    admins,
    about: {
      organization: organization!.name,
      host: new URL(row.url).host,
      link: `${env.PUBLIC_URL}/admin/webhooks/${showId('webhook', row.id)}`,
      ...(reason === undefined ? {} : { reason }),
    },
  };
}

export function notifyAdmins({ admins, about }: Notice, problems: readonly WebhookProblem[]): void {
  for (const admin of admins) notifyOwner(webhookProblemMail(admin, about, problems));
}
