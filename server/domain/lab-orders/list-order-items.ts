import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { labOrderItems, labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { LOINC_SYSTEM, type CodeSearch } from '../../shared/code-search';
import type { Context } from '../../shared/context';
import { instantIn, type DateSearch } from '../../shared/date-search';
import { anyOf } from '../../shared/list-filters';
import { showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { ofOpenChart } from '../../shared/restricted-charts';
import { perform } from '../../shared/perform';
import { chartIdOf } from '../patients/access';
import { completeOrders, patientInSight, type ItemRow } from './access';
import type { LabOrder } from './contract';
import { presentOrder } from './present';

/** Each list: one of its entries must match. */
export interface OrderItemSearch {
  limit: number;
  cursor?: string | undefined;
  /** `pat_…`; required unless `ids` or `order_ids` are given, because only they lead to an index. */
  patient_id?: string | undefined;
  /** UUID */
  ids?: string[][] | undefined;
  /** UUID */
  order_ids?: string[][] | undefined;
  statuses?: ItemStatus[][] | undefined;
  codes?: CodeSearch[][] | undefined;
  ordered?: DateSearch[] | undefined;
  updated?: DateSearch[] | undefined;
}

export type ItemStatus = 'active' | 'completed' | 'revoked';

/** A test and its order. */
export interface OrderedItem {
  order: LabOrder;
  item: LabOrder['items'][number];
}

/** Lists ordered tests, newest first. @throws DomainError `invalid_cursor` */
export function listOrderItems(ctx: Context, input: OrderItemSearch): Promise<OrderItemPage> {
  return perform(ctx, { action: 'list_order_items', kind: 'list', scope: 'labs:read' }, async (tx) => {
    const { data, next_cursor, patientIds } = await readOrderItems(tx, ctx, input);
    return {
      output: { data, next_cursor },
      audit: { objectKind: 'lab_order', patientIds, detail: { count: data.length } },
    };
  });
}

interface OrderItemPage {
  data: OrderedItem[];
  next_cursor: string | null;
}

export async function readOrderItems(
  tx: Tx,
  ctx: Context,
  input: OrderItemSearch,
): Promise<OrderItemPage & { patientIds: string[] }> {
  const { orgId } = ctx.actor;
  const page = openPage<{ item: ItemRow; order: typeof labOrders.$inferSelect }>(ctx, 'order_items', input);
  const patientId = input.patient_id === undefined ? null : await chartIdOf(tx, ctx, input.patient_id);
  const rows = await tx
    .select({ item: labOrderItems, order: labOrders })
    .from(labOrderItems)
    .innerJoin(
      labOrders,
      and(eq(labOrders.orgId, labOrderItems.orgId), eq(labOrders.id, labOrderItems.orderId)),
    )
    .where(
      and(
        eq(labOrderItems.orgId, orgId),
        patientId === null ? undefined : eq(labOrders.patientId, patientId),
        patientInSight(ctx.actor.orgId),
        ofOpenChart(ctx, labOrders.patientId),
        ...conditions(input),
        page.after ? sql`${labOrderItems.id} < ${page.after[0]}::uuid` : undefined,
      ),
    )
    .orderBy(desc(labOrderItems.id))
    .limit(page.limit + 1);
  const { data, next_cursor } = page.close(
    rows,
    ({ item }) => [item.id],
    (row) => row,
  );
  const orders = new Map(data.map(({ order }) => [order.id, order]));
  const whole = await completeOrders(tx, ctx, [...orders.values()]);
  const shown = new Map(whole.map((order) => [order.row.id, presentOrder(order)]));
  return {
    data: data.map(({ item, order: { id } }) => {
      const order = shown.get(id)!;
      return { order, item: order.items.find((one) => one.id === showId('lab_order_item', item.id))! };
    }),
    next_cursor,
    patientIds: data.map(({ order }) => order.patientId),
  };
}

const conditions = (input: OrderItemSearch): SQL[] => [
  ...anyOf(input.ids, (ids) => inArray(labOrderItems.id, ids)),
  ...anyOf(input.order_ids, (ids) => inArray(labOrders.id, ids)),
  ...anyOf(input.statuses, (statuses) => or(...statuses.map((status) => HAS_STATUS[status]))!),
  ...anyOf(input.codes, (codes) => or(...codes.map(hasCode))!),
  ...(input.ordered ?? []).map((search) => instantIn(labOrders.createdAt, search)),
  ...(input.updated ?? []).map((search) => instantIn(labOrders.updatedAt, search)),
];

const IS_OVER = sql`${labOrders.status} in ('cancelled', 'rejected')`;
const HAS_STATUS: Record<ItemStatus, SQL> = {
  active: sql`(not ${IS_OVER} and ${labOrderItems.status} in ('ordered', 'in_progress'))`,
  completed: sql`(not ${IS_OVER} and ${labOrderItems.status} = 'resulted')`,
  revoked: sql`(${IS_OVER} or ${labOrderItems.status} in ('cancelled', 'not_performed'))`,
};

function hasCode({ system, code }: CodeSearch): SQL {
  const [loinc, own] = [eq(labOrderItems.loinc, code), eq(labOrderItems.code, code)];
  if (system === undefined) return or(loinc, own)!;
  return system === LOINC_SYSTEM ? loinc : system === null ? own : sql`false`;
}
