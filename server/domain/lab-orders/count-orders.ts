import { and, eq, sql, type SQL } from 'drizzle-orm';
import { labOrders } from '../../db/schema/index';
import { together } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { connectedLabs } from '../order-destinations/access';
import { isDue, isOverdue, isStopped, patientInSight } from './access';
import type { CountOrdersInput, OrderCounts } from './contract';
import { COUNTED } from '../reviews/rules';

/** How many orders, of all clinicians or of one, are overdue, due for collection, or stopped on their way, counted up to a limit. */
export function countOrders(
  ctx: Context,
  { ordering_user_id: clinician }: CountOrdersInput = {},
): Promise<OrderCounts> {
  return perform(ctx, { action: 'count_orders', kind: 'read', scope: 'labs:read' }, async (tx) => {
    const counted = (condition: SQL) => {
      const capped = tx
        .select({ one: sql`1` })
        .from(labOrders)
        .where(
          and(
            eq(labOrders.orgId, ctx.actor.orgId),
            patientInSight(ctx.actor.orgId),
            clinician ? eq(labOrders.orderingUserId, readId('user', clinician)!) : undefined,
            condition,
          ),
        )
        .limit(COUNTED + 1)
        .as('capped');
      return tx.select({ count: sql<number>`count(*)::int` }).from(capped);
    };
    const [[overdue], [due], [stopped], labs] = await together(
      counted(isOverdue),
      counted(isDue(ctx)),
      counted(isStopped),
      connectedLabs(tx, ctx),
    );
    const counts = { overdue: overdue!.count, due: due!.count, stopped: stopped!.count };
    return {
      output: { ...counts, connected_labs: labs.map(({ labId }) => labId) },
      audit: { objectKind: 'lab_order', detail: counts },
    };
  });
}
