import { and, eq } from 'drizzle-orm';
import { deliveries, events } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { idTime, newId } from '../../shared/ids';
import { assertEnabled, deliveryInSight, findDelivery, MANAGE } from './access';
import type { Delivery, DeliveryPath } from './contract';
import { presentDelivery } from './present';

/** Creates a new delivery with the same event ID. @throws DomainError `not_found`, `invalid_state` */
export function redeliver(ctx: Context, input: DeliveryPath): Promise<Delivery> {
  return perform(
    ctx,
    { action: 'redeliver', kind: 'write', ...MANAGE, inSight: deliveryInSight },
    async (tx) => {
      const { orgId } = ctx.actor;
      const { delivery, webhook } = await findDelivery(tx, ctx, input);
      assertEnabled(ctx, webhook);
      const [event] = await tx
        .select({ type: events.type })
        .from(events)
        .where(and(eq(events.orgId, orgId), eq(events.id, delivery.eventId)));
      const id = newId();
      const now = idTime(id);
      const [row] = await tx
        .insert(deliveries)
        .values({
          orgId,
          id,
          eventId: delivery.eventId,
          webhookId: webhook.id,
          manual: true,
          nextAttemptAt: now,
          createdAt: now,
        })
        .returning();
      return {
        output: presentDelivery(row!, event!.type, []),
        audit: { objectKind: 'delivery', objectId: id },
      };
    },
  );
}
