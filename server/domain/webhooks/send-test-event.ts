import { and, eq } from 'drizzle-orm';
import { deliveries } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { assertEnabled, findWebhook, MANAGE, webhookInSight } from './access';
import type { Delivery, SendTestEventInput } from './contract';
import { emitWebhookEvent } from './events';
import { presentDelivery } from './present';
import { sampleOf } from './sample-event';

/**
 * Sends `webhook.test`, or a sample event of another type marked as a test, to this webhook only, like any other event
 * but with a single attempt. The log shows the outcome.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function sendTestEvent(ctx: Context, input: SendTestEventInput): Promise<Delivery> {
  return perform(
    ctx,
    { action: 'send_test_event', kind: 'write', ...MANAGE, inSight: webhookInSight },
    async (tx) => {
      const hook = await findWebhook(tx, ctx, input.id, { lock: true });
      assertEnabled(ctx, hook);
      const sample = input.type === 'webhook.test' ? undefined : sampleOf(input.type, hook.id);
      const eventId = await emitWebhookEvent(tx, ctx, 'webhook.test', hook, { only: hook.id }, sample);
      const [row] = await tx
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.orgId, ctx.actor.orgId), eq(deliveries.eventId, eventId)));
      return {
        output: presentDelivery(row!, 'webhook.test', []),
        audit: { objectKind: 'webhook', objectId: hook.id, detail: { type: input.type } },
      };
    },
  );
}
