import { and, asc, eq, isNotNull, lte, notInArray, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { labOrders } from '../../db/schema/index';
import { asWorker, withTenant } from '../../db/transaction';
import { emit } from '../../events/emit';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { perform } from '../../shared/perform';
import { isDomainError } from '../../errors/domain-error';
import { notFound, showId } from '../../shared/ids';
import { systemContext } from '../../shared/system-actor';
import { lockOrder } from './change-order';
import { orderEvent } from './events';
import { CLOSED_STATUSES, isOpen } from './rules';

const BATCH = 100;
/** Retry interval for orders of a deleted patient, who may be restored. */
const HIDDEN_MS = 3_600_000;
const FAILED_MS = 60_000;

/**
 * Sends an event for open orders without results by the expected time. Each row's due time is cleared in the
 * transaction of its event, so that no event is sent twice and a crashed process loses none.
 * @returns the number of events
 */
export async function announceOverdueOrders(now = new Date()): Promise<number> {
  const due = await asWorker((tx) =>
    tx
      .select({ orgId: labOrders.orgId, id: labOrders.id })
      .from(labOrders)
      .where(
        and(
          isNotNull(labOrders.overdueDueAt),
          lte(labOrders.overdueDueAt, now),
          notInArray(labOrders.status, [...CLOSED_STATUSES]),
        ),
      )
      .orderBy(asc(labOrders.overdueDueAt))
      .limit(BATCH),
  );
  let announced = 0;
  for (const order of due) {
    try {
      if (await announceOverdueOrder(order, now)) announced++;
      else await postpone(order, now, HIDDEN_MS);
    } catch (error) {
      logger.error(safeError(error), 'an overdue order could not be reported and will be retried');
      await postpone(order, now, FAILED_MS);
    }
  }
  return announced;
}

/** An order that fails must not block the others. */
function postpone({ orgId, id }: { orgId: string; id: string }, now: Date, ms: number): Promise<unknown> {
  return withTenant(orgId, (tx) =>
    tx
      .update(labOrders)
      .set({ overdueDueAt: new Date(now.getTime() + ms) })
      .where(and(eq(labOrders.orgId, orgId), eq(labOrders.id, id), lte(labOrders.overdueDueAt, now))),
  );
}

/** @returns false if another process was faster, the order is closed, or the patient is deleted */
async function announceOverdueOrder(
  { orgId, id }: { orgId: string; id: string },
  now: Date,
): Promise<boolean> {
  const ctx = systemContext(orgId, 'system');
  try {
    await perform(ctx, { action: 'announce_overdue_order', kind: 'write' }, async (tx) => {
      const order = await lockOrder(tx, ctx, showId('lab_order', id));
      if (!isOpen(order.status) || order.overdueDueAt === null || order.overdueDueAt > now) throw notFound();
      const [announced] = await tx
        .update(labOrders)
        .set({ overdueDueAt: null, sequence: sql`${labOrders.sequence} + 1`, updatedAt: databaseTime })
        .where(and(eq(labOrders.orgId, orgId), eq(labOrders.id, id)))
        .returning();
      await emit(tx, ctx, orderEvent('lab_order.overdue', announced!));
      return {
        output: undefined,
        audit: {
          objectKind: 'lab_order',
          objectId: id,
          patientIds: [order.patientId],
          detail: { status: order.status },
        },
      };
    });
    return true;
  } catch (error) {
    if (isDomainError(error) && error.code === 'not_found') return false;
    throw error;
  }
}
