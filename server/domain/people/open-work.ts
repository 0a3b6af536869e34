import { and, count, eq, inArray, isNull, or } from 'drizzle-orm';
import { labOrders, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { isOpen } from '../lab-orders/rules';
import { ORDER_STATUSES } from '../../data-types/lab-order-codes';

const OPEN = ORDER_STATUSES.filter(isOpen);

/** Open orders that the user created, or that were created in their name. */
export async function openOrders(tx: Tx, ctx: Context, userId: string): Promise<number> {
  const { orgId } = ctx.actor;
  const [row] = await tx
    .select({ count: count() })
    .from(labOrders)
    .innerJoin(patients, and(eq(patients.orgId, orgId), eq(patients.id, labOrders.patientId)))
    .where(
      and(
        eq(labOrders.orgId, orgId),
        inArray(labOrders.status, OPEN),
        or(eq(labOrders.orderingUserId, userId), eq(labOrders.createdBy, showId('user', userId))),
        isNull(patients.deletedAt),
      ),
    );
  return row?.count ?? 0;
}
