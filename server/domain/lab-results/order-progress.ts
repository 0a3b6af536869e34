import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq } from 'drizzle-orm';
import { labOrderItems, labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { EventType } from '../../events/catalog';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, readId } from '../../shared/ids';
import type { ItemRow, OrderRow } from '../lab-orders/access';
import { storeOrderChange } from '../lab-orders/events';
import { addedTests } from '../lab-orders/present';
import { canMove } from '../lab-orders/rules';
import type { OrderStatus } from '../../data-types/lab-order-codes';
import type { StoredPanelHead } from '../../db/schema/types';
import type { ResultRow, TestNames } from './report';
import { itemStatusAfter, matchesItem } from './rules';

/** Effects of a report on its order. A correction changes the result, never a completed order. */

type ItemStatus = ItemRow['status'];

export interface OrderWithItems {
  row: OrderRow;
  items: ItemRow[];
}

/**
 * Locks the order of an incoming report and returns it with its items.
 * @throws DomainError `not_found`, `invalid_state` if it belongs to another patient
 */
export async function requireOrder(
  tx: Tx,
  ctx: Context,
  id: string,
  patientId: string,
): Promise<OrderWithItems> {
  const uuid = readId('lab_order', id);
  const [order] = uuid
    ? await tx
        .select()
        .from(labOrders)
        .where(and(eq(labOrders.orgId, ctx.actor.orgId), eq(labOrders.id, uuid)))
        .for('update')
    : [];
  if (!order) throw notFound();
  if (order.patientId !== patientId)
    throw new DomainError('invalid_state', 'The order belongs to another patient.');
  return { row: order, items: await itemsOf(tx, ctx, order.id) };
}

const itemsOf = (tx: Tx, ctx: Context, orderId: string): Promise<ItemRow[]> =>
  tx
    .select()
    .from(labOrderItems)
    .where(and(eq(labOrderItems.orgId, ctx.actor.orgId), eq(labOrderItems.orderId, orderId)))
    .orderBy(asc(labOrderItems.position));

/** The panel that answers an item: by the laboratory's code, then by LOINC. */
export function matchingPanel<Panel extends Pick<StoredPanelHead, 'code' | 'other_code' | 'loinc'>>(
  item: { code: string; loinc: string | null },
  panels: readonly Panel[],
): Panel | undefined {
  return (
    panels.find((panel) => panel.code === item.code) ??
    panels.find((panel) => panel.other_code === item.code) ??
    (item.loinc === null ? undefined : panels.find((panel) => panel.loinc === item.loinc))
  );
}

/** Forward only. A canceled or rejected order changes only when a result arrives. */
export function orderStatusAfter(before: OrderStatus, items: readonly ItemStatus[]): OrderStatus {
  const open = items.some((status) => status === 'ordered' || status === 'in_progress');
  const resulted = items.includes('resulted');
  const wanted = !open
    ? 'completed'
    : resulted
      ? 'partially_resulted'
      : items.includes('in_progress')
        ? 'in_progress'
        : before;
  if ((before === 'cancelled' || before === 'rejected') && !resulted) return before;
  return canMove(before, wanted) ? wanted : before;
}

/**
 * Updates items and order, and writes the order's events in the same transaction.
 * @param result null if the laboratory has started but has no values yet
 * @param waiting tests that the laboratory reports as in progress
 * @param before the replaced version of the result
 */
export async function advanceOrder(
  tx: Tx,
  ctx: Context,
  { row: order, items }: OrderWithItems,
  result: ResultRow | null,
  waiting: readonly TestNames[],
  before: ResultRow | null = null,
): Promise<void> {
  const inOrg = and(eq(labOrderItems.orgId, ctx.actor.orgId), eq(labOrderItems.orderId, order.id));
  const statuses: ItemStatus[] = [];
  let changed = false;
  for (const item of items) {
    const panel = result ? matchingPanel(item, result.panels) : undefined;
    const begun = item.status === 'ordered' && waiting.some((test) => matchesItem(test, item));
    const status = panel ? itemStatusAfter(item.status, panel) : begun ? 'in_progress' : item.status;
    const resultId = panel && result ? result.id : item.resultId;
    statuses.push(status);
    if (status === item.status && resultId === item.resultId) continue;
    changed = true;
    await tx
      .update(labOrderItems)
      .set({ status, resultId })
      .where(and(inOrg, eq(labOrderItems.id, item.id)));
  }
  const status = orderStatusAfter(order.status, statuses);
  const known = before?.orderId === order.id ? before : null;
  const addsTests =
    result !== null && !isDeepStrictEqual(addedTests(items, result), known ? addedTests(items, known) : []);
  if (!changed && !addsTests && status === order.status) return;

  const moved = status !== order.status;
  const types: EventType[] = result?.historical
    ? []
    : ['lab_order.updated', ...(moved && status === 'completed' ? (['lab_order.completed'] as const) : [])];
  const source = !result || result.source.kind === 'hl7v2' ? 'message' : 'system';
  await storeOrderChange(tx, ctx, order, {
    step: moved ? { status, reason: null, source } : null,
    types,
    changedFields: [
      ...(changed ? ['items'] : []),
      ...(addsTests ? ['added_tests'] : []),
      ...(changed || (result !== null && !known) ? ['result_ids'] : []),
    ],
  });
}
