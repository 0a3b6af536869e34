import { and, eq, sql } from 'drizzle-orm';
import { labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { EventType } from '../../events/catalogue';
import { emit } from '../../events/emit';
import { actorName, type Context } from '../context';
import { DomainError } from '../errors';
import { notFound, pathId } from '../ids';
import { patientInSight, type OrderRow } from './access';
import { orderEvent } from './events';
import { canMove, ORDER_STATUS_WORDS, type OrderStatus } from './rules';

/** What people do to an order that is on its way. What laboratories do to it is in `lab-results/order-progress.ts`. */

export const CHANGE = { scope: 'labs:write', role: 'clinician', peopleOnly: true } as const;

/** Locked: a report that arrives at the same moment is filed before or after. @throws DomainError `not_found` */
export async function lockOrder(tx: Tx, ctx: Context, id: string): Promise<OrderRow> {
  const [row] = await tx
    .select()
    .from(labOrders)
    .where(
      and(
        eq(labOrders.orgId, ctx.actor.orgId),
        eq(labOrders.id, pathId('lab_order', id)),
        patientInSight(ctx),
      ),
    )
    .for('update');
  if (!row) throw notFound();
  return row;
}

interface Change {
  status: OrderStatus;
  reason: string | null;
  /** Beside `lab_order.updated`, for those who follow single steps. */
  also: readonly EventType[];
  changedFields: readonly string[];
  set?: Partial<Pick<OrderRow, 'cancelledReason' | 'collection'>>;
}

/** Moves an order with its history and its events. @throws DomainError `invalid_state` */
export async function moveOrder(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { status, reason, also, changedFields, set = {} }: Change,
): Promise<OrderRow> {
  if (!canMove(order.status, status))
    throw new DomainError(
      'invalid_state',
      `The order is ${ORDER_STATUS_WORDS[order.status].toLowerCase()} already.`,
    );
  const now = new Date();
  const by = actorName(ctx.actor);
  const types: EventType[] = ['lab_order.updated', ...also];
  const [row] = await tx
    .update(labOrders)
    .set({
      ...set,
      status,
      statusHistory: [
        ...order.statusHistory,
        { status, at: now.toISOString(), by, reason, source: 'portal' },
      ],
      version: sql`${labOrders.version} + 1`,
      sequence: sql`${labOrders.sequence} + ${types.length}`,
      updatedAt: now,
    })
    .where(and(eq(labOrders.orgId, order.orgId), eq(labOrders.id, order.id)))
    .returning();
  for (const [index, type] of types.entries())
    await emit(
      tx,
      ctx,
      orderEvent(type, row!, {
        sequence: row!.sequence - types.length + 1 + index,
        changedFields: ['status', 'status_history', ...changedFields],
        previous: { status: order.status },
      }),
    );
  return row!;
}
