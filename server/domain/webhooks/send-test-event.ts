import { and, eq } from 'drizzle-orm';
import { deliveries } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import { assertEnabled, findWebhook, MANAGE } from './access';
import type { Delivery, WebhookPath } from './contract';
import { emitWebhookEvent } from './events';
import { presentDelivery } from './present';

/**
 * Sends `webhook.test` to this webhook only, by the same way as every other event; it is tried once. The outcome
 * stands in the log.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function sendTestEvent(ctx: Context, input: WebhookPath): Promise<Delivery> {
  return perform(ctx, { action: 'send_test_event', kind: 'write', ...MANAGE }, async (tx) => {
    const hook = await findWebhook(tx, ctx, input.id, { lock: true });
    assertEnabled(hook);
    const eventId = await emitWebhookEvent(tx, ctx, 'webhook.test', hook, { only: hook.id });
    const [row] = await tx
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.orgId, ctx.actor.orgId), eq(deliveries.eventId, eventId)));
    return {
      output: presentDelivery(row!, 'webhook.test', []),
      audit: { objectKind: 'webhook', objectId: hook.id },
    };
  });
}
