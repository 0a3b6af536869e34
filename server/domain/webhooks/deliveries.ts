import { and, eq, inArray } from 'drizzle-orm';
import { deliveries } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../shared/context';

/**
 * What becomes of the waiting deliveries of a webhook. Leases stay as they are: the result of a send that is under
 * way is still recorded.
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

/** Paused or disabled: they wait. */
export const holdDeliveries = (tx: Tx, ctx: Context, webhookId: string): Promise<number> =>
  move(tx, ctx, webhookId, UNFINISHED, { status: 'held', nextAttemptAt: null });

/** Enabled again, and what was missed is wanted. */
export const releaseDeliveries = (tx: Tx, ctx: Context, webhookId: string): Promise<number> =>
  move(tx, ctx, webhookId, ['held'], { status: 'pending', nextAttemptAt: new Date() });

/** Deleted: they are never sent. */
export const skipDeliveries = (tx: Tx, ctx: Context, webhookId: string): Promise<number> =>
  move(tx, ctx, webhookId, [...UNFINISHED, 'held'], {
    status: 'skipped',
    nextAttemptAt: null,
    finishedAt: new Date(),
  });
