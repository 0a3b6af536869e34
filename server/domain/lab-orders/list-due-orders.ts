import { and, asc, eq, sql } from 'drizzle-orm';
import { labOrders } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { completeOrders, isDue, patientInSight, type OrderRow } from './access';
import type { LabOrderList, ListDueOrdersInput } from './contract';
import { presentOrder } from './present';

/** Shows the tests of restricted charts, too, so that no specimen is forgotten; the page names their patients by initials. */
const OPERATION = {
  action: 'list_due_orders',
  kind: 'list',
  scope: 'labs:read',
  restrictedCharts: 'initials',
} as const;

/** Orders whose day of collection has come and whose specimen is not collected, oldest day first. */
export function listDueOrders(ctx: Context, input: ListDueOrdersInput): Promise<LabOrderList> {
  return perform(ctx, OPERATION, async (tx) => {
    const page = openPage<OrderRow>(ctx, 'due_orders', input);
    const after =
      page.after &&
      sql`(${labOrders.collectOn}, ${labOrders.id}) > (${page.after[0]}::date, ${page.after[1]}::uuid)`;
    const rows = await tx
      .select()
      .from(labOrders)
      .where(
        and(
          eq(labOrders.orgId, ctx.actor.orgId),
          patientInSight(ctx.actor.orgId),
          isDue(ctx),
          input.ordering_user_id
            ? eq(labOrders.orderingUserId, readId('user', input.ordering_user_id)!)
            : undefined,
          after ?? undefined,
        ),
      )
      .orderBy(asc(labOrders.collectOn), asc(labOrders.id))
      .limit(page.limit + 1);
    const { data: shown, ...rest } = page.close(
      rows,
      (row) => [row.collectOn, row.id],
      (row) => row,
    );
    const whole = await completeOrders(tx, ctx, shown);
    return {
      output: { ...rest, data: whole.map(presentOrder) },
      audit: {
        objectKind: 'lab_order',
        patientIds: shown.map((row) => row.patientId),
        detail: { count: shown.length },
      },
    };
  });
}
