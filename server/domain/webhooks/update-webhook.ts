import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { webhooks } from '../../db/schema/index';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { recordedChanges } from '../../shared/recorded-changes';
import { DomainError } from '../../errors/domain-error';
import { assertVersion } from '../patients/access';
import { findWebhook, MANAGE, secretHints } from './access';
import type { UpdateWebhookInput, Webhook } from './contract';
import { presentWebhook } from './present';
import { switchDeliveries, switchedTo } from './set-webhook-enabled';
import { eventErrors, urlErrors } from './target';

const operation: Operation<Webhook> = { action: 'update_webhook', kind: 'write', ...MANAGE };

/**
 * Changes URL, description or events, or pauses or enables the webhook like `setWebhookEnabled`. Pending deliveries go to the new URL; the signing secret stays the same. New
 * events are limited to what the user who selects them can read.
 * @throws DomainError `not_found`, `version_mismatch`, `validation_failed`
 */
export async function updateWebhook(ctx: Context, input: UpdateWebhookInput): Promise<Webhook> {
  assertAllowed(ctx, operation);
  // Uses DNS, so it runs before the transaction.
  const errors = [
    ...(input.url === undefined ? [] : await urlErrors(input.url)),
    ...eventErrors(ctx, input.events ?? []),
    ...(input.send_held && input.enabled !== true
      ? [{ pointer: '/send_held', code: 'not_allowed' as const, message: 'requires `enabled` to be true' }]
      : []),
  ];
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  return perform(ctx, operation, async (tx) => {
    const before = await findWebhook(tx, ctx, input.id, { lock: true });
    assertVersion(ctx, before);
    const { enabled, send_held = false } = input;
    const [row] = await tx
      .update(webhooks)
      .set({
        ...(input.url === undefined ? {} : { url: input.url }),
        ...(input.description === undefined ? {} : { description: input.description }),
        ...(input.events ? { events: [...new Set(input.events)], scopes: [...ctx.actor.scopes] } : {}),
        ...(enabled === undefined || enabled === before.enabled ? {} : switchedTo(enabled)),
        updatedAt: databaseTime,
        version: sql`${webhooks.version} + 1`,
      })
      .where(and(eq(webhooks.orgId, ctx.actor.orgId), eq(webhooks.id, before.id)))
      .returning();
    const moved =
      enabled === undefined ? {} : await switchDeliveries(tx, ctx, before.id, { enabled, send_held });
    const hints = await secretHints(tx, ctx, [before.id]);
    return {
      output: presentWebhook(row!, hints.get(before.id) ?? ''),
      audit: {
        objectKind: 'webhook',
        objectId: before.id,
        detail: {
          ...recordedChanges(before, row!, ['url', 'events', 'description', 'enabled']),
          ...(input.send_held ? { fields: ['send_held'] } : {}),
          ...moved,
        },
      },
    };
  });
}
