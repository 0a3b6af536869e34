import { and, eq, inArray } from 'drizzle-orm';
import { deliveries } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';

/**
 * Updates a webhook's pending deliveries. Leases are not changed: the result of a delivery in progress is still
 * recorded.
 */
type Status = (typeof deliveries.$inferSelect)['status'];

const UNFINISHED: Status[] = ['pending', 'failed'];

async function move(
  tx: Tx,
  ctx: Context,
  webhookId: string,
  from: Status[],
  to: Partial<typeof deliveries.$inferInsert>,
): Promise<number> {
  const moved = await tx
    .update(deliveries)
    .set(to)
    .where(
      and(
        eq(deliveries.orgId, ctx.actor.orgId),
        eq(deliveries.webhookId, webhookId),
        inArray(deliveries.status, from),
      ),
    );
  return moved.rowCount ?? 0;
}

export const holdDeliveries = (tx: Tx, ctx: Context, webhookId: string): Promise<number> =>
  move(tx, ctx, webhookId, UNFINISHED, { status: 'held', nextAttemptAt: null });

export const releaseDeliveries = (tx: Tx, ctx: Context, webhookId: string): Promise<number> =>
  move(tx, ctx, webhookId, ['held'], { status: 'pending', nextAttemptAt: new Date() });

export const skipDeliveries = (tx: Tx, ctx: Context, webhookId: string): Promise<number> =>
  move(tx, ctx, webhookId, [...UNFINISHED, 'held'], {
    status: 'skipped',
    nextAttemptAt: null,
    finishedAt: new Date(),
  });
