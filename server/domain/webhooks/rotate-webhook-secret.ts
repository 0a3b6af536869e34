import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { webhookSecrets, webhooks } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findWebhook, MANAGE, webhookInSight } from './access';
import type { RotateWebhookSecretInput, Webhook } from './contract';
import { presentWebhook } from './present';
import { addSecret } from './secrets';

const HOUR = 3_600_000;

/**
 * Creates a signing secret, shown once. The previous one also signs until the overlap ends; older ones are deleted at
 * once.
 * @throws DomainError `not_found`
 */
export function rotateWebhookSecret(ctx: Context, input: RotateWebhookSecretInput): Promise<Webhook> {
  return perform(
    ctx,
    {
      action: 'rotate_webhook_secret',
      kind: 'write',
      ...MANAGE,
      stepUp: true,
      replay: ({ secret: _, ...shown }) => shown,
      inSight: webhookInSight,
    },
    async (tx) => {
      const { orgId } = ctx.actor;
      const found = await findWebhook(tx, ctx, input.id, { lock: true });
      const now = new Date();
      const ofHook = and(eq(webhookSecrets.orgId, orgId), eq(webhookSecrets.webhookId, found.id));
      const current = and(ofHook, isNull(webhookSecrets.expiresAt));
      await tx
        .delete(webhookSecrets)
        .where(
          and(
            ofHook,
            or(lte(webhookSecrets.expiresAt, now), ne(webhookSecrets.id, newestSecret(orgId, found.id))),
          ),
        );
      if (input.overlap_hours === 0) await tx.delete(webhookSecrets).where(ofHook);
      else
        await tx
          .update(webhookSecrets)
          .set({ expiresAt: new Date(now.getTime() + input.overlap_hours * HOUR) })
          .where(current);
      const { secret, hint } = await addSecret(tx, orgId, found.id);
      const [row] = await tx
        .update(webhooks)
        .set({ updatedAt: databaseTime, version: sql`${webhooks.version} + 1` })
        .where(and(eq(webhooks.orgId, orgId), eq(webhooks.id, found.id)))
        .returning();
      return {
        output: { ...presentWebhook(row!, hint), secret },
        audit: { objectKind: 'webhook', objectId: found.id, detail: { overlap_hours: input.overlap_hours } },
      };
    },
  );
}

const newestSecret = (orgId: string, webhookId: string) =>
  sql`(select s.id from webhook_secrets s where s.org_id = ${orgId} and s.webhook_id = ${webhookId} order by s.id desc limit 1)`;
