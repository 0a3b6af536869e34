import { and, eq, inArray } from 'drizzle-orm';
import { labOrderItems, labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { EventType } from '../../events/catalog';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { Done } from '../../shared/perform';
import { notFound } from '../../shared/ids';
import { completeOrders, orderInSight, type ItemRow, type OrderRow } from './access';
import type { LabOrder } from './contract';
import { storeOrderChange } from './events';
import { presentOrder } from './present';
import { canMove, ORDER_STATUS_WORDS, orderStateWord } from './rules';
import type { StatusChange } from '../../data-types/lab-order';
import type { OrderStatus } from '../../data-types/lab-order-codes';

/** Changes made by users; `lab-results/order-progress.ts` handles those made by laboratories. */

export const CHANGE = { scope: 'labs:write', role: 'clinician', peopleOnly: true } as const;

/** Who changes an order; a laboratory is a `message`. */
export const changeSource = ({ transport }: Context): StatusChange['source'] =>
  transport === 'v1' ? 'api' : transport === 'portal' ? 'portal' : 'system';

/**
 * Locks the order, so that a concurrent report is filed before or after.
 * @throws DomainError `not_found`; `invalid_state` if the user has seen an older version
 */
export async function lockOrder(tx: Tx, ctx: Context, id: string): Promise<OrderRow> {
  const [row] = await tx.select().from(labOrders).where(orderInSight(ctx, id)).for('update');
  if (!row) throw notFound();
  if (ctx.transport === 'portal' && ctx.ifMatch !== undefined && ctx.ifMatch !== row.version) {
    const [whole] = await completeOrders(tx, ctx, [row]);
    const { status, transmission } = presentOrder(whole!);
    throw tooLate(
      ctx,
      `The order has changed meanwhile. It is now “${orderStateWord(status, transmission)}”.`,
    );
  }
  return row;
}

/** The page that offered the change is outdated. Programs get no hint to reload it. */
export const tooLate = ({ transport }: Context, sentence: string): DomainError =>
  new DomainError('invalid_state', sentence, transport === 'portal' ? { outdated: true } : {});

export const alreadyIs = (ctx: Context, status: OrderStatus): DomainError =>
  tooLate(ctx, `The order is already ${ORDER_STATUS_WORDS[status].toLowerCase()}.`);

interface Change {
  status: OrderStatus;
  reason: string | null;
  /** Events in addition to `lab_order.updated`, for clients that follow single steps. */
  also: readonly EventType[];
  changedFields: readonly string[];
  set?: Partial<
    Pick<OrderRow, 'cancelledReason' | 'collection' | 'transmissionStatus' | 'transmissionReason'>
  >;
}

/** Changes the status and writes history and events. @throws DomainError `invalid_state` */
export async function moveOrder(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { status, reason, also, changedFields, set = {} }: Change,
): Promise<OrderRow> {
  if (!canMove(order.status, status)) throw alreadyIs(ctx, order.status);
  return storeOrderChange(tx, ctx, order, {
    step: { status, reason, source: changeSource(ctx) },
    set,
    types: ['lab_order.updated', ...also],
    changedFields,
  });
}

export async function closeItems(tx: Tx, order: OrderRow, status: ItemRow['status']): Promise<void> {
  await tx
    .update(labOrderItems)
    .set({ status })
    .where(
      and(
        eq(labOrderItems.orgId, order.orgId),
        eq(labOrderItems.orderId, order.id),
        inArray(labOrderItems.status, ['ordered', 'in_progress']),
      ),
    );
}

export async function moved(tx: Tx, ctx: Context, before: OrderRow, now: OrderRow): Promise<Done<LabOrder>> {
  const [whole] = await completeOrders(tx, ctx, [now]);
  return {
    output: presentOrder(whole!),
    audit: {
      objectKind: 'lab_order',
      objectId: before.id,
      patientIds: [before.patientId],
      detail: { from: before.status },
    },
  };
}
