import { asc, eq } from 'drizzle-orm';
import { orderSets } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { caseless } from '../../shared/list-filters';
import { presentSets } from './access';
import type { OrderSetList } from './contract';
import { MOST_SETS } from './rules';

/** All order sets of the organization, by name. */
export function listOrderSets(ctx: Context): Promise<OrderSetList> {
  return perform(ctx, { action: 'list_order_sets', kind: 'list', scope: 'labs:read' }, async (tx) => {
    const rows = await tx
      .select()
      .from(orderSets)
      .where(eq(orderSets.orgId, ctx.actor.orgId))
      .orderBy(asc(caseless(orderSets.name)), asc(orderSets.id))
      .limit(MOST_SETS);
    return {
      output: { data: await presentSets(tx, ctx, rows) },
      audit: { objectKind: 'order_set', detail: { count: rows.length } },
    };
  });
}
