import { and, eq, inArray } from 'drizzle-orm';
import { labOrderItems } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { OrderStatus } from '../../data-types/lab-order-codes';
import type { StatusChange } from '../../data-types/lab-order';
import type { TransmissionStatus } from '../../data-types/transmission-codes';
import type { EventType } from '../../events/catalog';
import type { Context } from '../../shared/context';
import type { ItemRow, OrderRow } from './access';
import { storeOrderChange } from './events';
import { canMove } from './rules';

export interface TransmissionChange {
  transmission: TransmissionStatus;
  /** Why, in words; null clears an earlier reason. */
  reason: string | null;
  /** The status that follows, if the order may still change to it. */
  status?: OrderStatus;
  /** The status follows although the order is closed. */
  reopens?: true;
  /** A step of the history although the order has the status already. */
  repeats?: true;
  /** Events in addition to `lab_order.updated`. */
  also: readonly EventType[];
  /** In addition, only if the status changed. */
  alsoIfMoved?: readonly EventType[];
  set?: Partial<Pick<OrderRow, 'acceptedAt' | 'fillerOrderNumber' | 'cancelledReason'>>;
  /** Items that change, by ID; `all`: every open one. */
  items?: { status: ItemRow['status']; from: readonly ItemRow['status'][]; ids: readonly string[] | 'all' };
  source: StatusChange['source'];
}

/**
 * Records a step of the transmission with its events. The order must be locked. The public status follows where it may:
 * an order with results keeps its status whatever the laboratory answers.
 */
export async function changeTransmission(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  change: TransmissionChange,
): Promise<OrderRow> {
  const moves =
    change.status !== undefined &&
    (change.reopens === true ||
      (change.repeats === true && order.status === change.status) ||
      mayFollow(order.status, change.status));
  const items = change.items && (moves || change.items.ids !== 'all') ? change.items : undefined;
  if (items) await setItems(tx, order, items);
  return storeOrderChange(tx, ctx, order, {
    step: moves ? { status: change.status!, reason: change.reason, source: change.source } : null,
    set: {
      ...change.set,
      transmissionStatus: change.transmission,
      transmissionReason: change.reason,
    },
    types: ['lab_order.updated', ...(moves ? (change.alsoIfMoved ?? []) : []), ...change.also],
    changedFields: [
      ...(items ? ['items'] : []),
      ...(change.set?.cancelledReason === undefined ? [] : ['cancelled_reason']),
      'transmission',
    ],
  });
}

function mayFollow(from: OrderStatus, to: OrderStatus): boolean {
  // Results say more than an answer to the order.
  if (from === 'partially_resulted') return false;
  // Delivery failed, but the specimen may already be collected.
  if (to === 'failed' && from !== 'requested') return false;
  return canMove(from, to);
}

async function setItems(
  tx: Tx,
  order: OrderRow,
  { status, from, ids }: NonNullable<TransmissionChange['items']>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(labOrderItems)
    .set({ status })
    .where(
      and(
        eq(labOrderItems.orgId, order.orgId),
        eq(labOrderItems.orderId, order.id),
        inArray(labOrderItems.status, [...from]),
        ids === 'all' ? undefined : inArray(labOrderItems.id, [...ids]),
      ),
    );
}
