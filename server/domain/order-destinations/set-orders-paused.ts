import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { orderDestinations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { MANAGE } from '../lab-connections/access';
import { retryNow } from '../outbound-messages/access';
import { findDestination, presentDestination } from './access';
import type { OrderDestination, SetOrdersPausedInput } from './contract';

/** Pauses or resumes sending; orders are queued meanwhile. @throws DomainError `not_found` */
export function setOrdersPaused(ctx: Context, input: SetOrdersPausedInput): Promise<OrderDestination> {
  return perform(ctx, { action: 'set_orders_paused', kind: 'write', ...MANAGE }, async (tx) => {
    const { connectionId } = await findDestination(tx, ctx, input.id, { lock: true });
    const [row] = await tx
      .update(orderDestinations)
      .set({
        paused: input.paused,
        updatedAt: databaseTime,
        version: sql`${orderDestinations.version} + 1`,
      })
      .where(
        and(eq(orderDestinations.orgId, ctx.actor.orgId), eq(orderDestinations.connectionId, connectionId)),
      )
      .returning();
    if (!input.paused) await retryNow(tx, row!);
    return {
      output: await presentDestination(tx, ctx, row!),
      audit: { objectKind: 'lab_connection', objectId: connectionId, detail: { paused: input.paused } },
    };
  });
}
