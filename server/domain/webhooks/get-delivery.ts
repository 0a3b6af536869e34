import { and, eq } from 'drizzle-orm';
import { events } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { attemptsOf, findDelivery, MANAGE } from './access';
import type { DeliveryDetail, DeliveryPath } from './contract';
import { presentDelivery } from './present';

/** A delivery with all attempts and the exact request body. @throws DomainError `not_found` */
export function getDelivery(ctx: Context, input: DeliveryPath): Promise<DeliveryDetail> {
  return perform(ctx, { action: 'get_delivery', kind: 'read', ...MANAGE }, async (tx) => {
    const { delivery } = await findDelivery(tx, ctx, input);
    const [event] = await tx
      .select({ type: events.type, body: events.body })
      .from(events)
      .where(and(eq(events.orgId, ctx.actor.orgId), eq(events.id, delivery.eventId)));
    const attempts = await attemptsOf(tx, ctx, [delivery.id]);
    const shown = presentDelivery(delivery, event!.type, attempts.get(delivery.id) ?? []);
    return {
      output: { ...shown, request_body: event!.body },
      audit: { objectKind: 'delivery', objectId: delivery.id },
    };
  });
}
