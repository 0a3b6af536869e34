import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { labOrders } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { StatusChange } from '../../data-types/lab-order';
import type { EventType } from '../../events/catalog';
import { emit, type EventInput } from '../../events/emit';
import { actorName, type Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { OrderRow } from './access';

/** Event for the order after the change. Pass `sequence` if one change writes two events. */
export function orderEvent(
  type: EventType,
  row: OrderRow,
  extra: Partial<Pick<EventInput, 'changedFields' | 'previous' | 'sequence'>> = {},
): EventInput {
  return {
    type,
    object: {
      kind: 'lab_order',
      id: row.id,
      version: row.version,
      status: row.status,
      href: `/v1/labs/orders/${showId('lab_order', row.id)}`,
      patientId: row.patientId,
    },
    sequence: row.sequence,
    ...extra,
  };
}

interface OrderChange {
  /** The next status, added to the history; null if the status stays. */
  step: Pick<StatusChange, 'status' | 'reason' | 'source'> | null;
  set?: Partial<typeof labOrders.$inferInsert>;
  /** One event each, in this order. */
  types: readonly EventType[];
  /** Besides those of the step. */
  changedFields: readonly string[];
}

/** Writes a change of a locked order as its next version, with history and events. @param order as it was before */
export async function storeOrderChange(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { step, set = {}, types, changedFields }: OrderChange,
): Promise<OrderRow> {
  const entry = step && { ...step, at: new Date().toISOString(), by: actorName(ctx.actor) };
  const [row] = await tx
    .update(labOrders)
    .set({
      ...set,
      ...(entry ? { status: entry.status, statusHistory: [...order.statusHistory, entry] } : {}),
      version: sql`${labOrders.version} + 1`,
      sequence: sql`${labOrders.sequence} + ${types.length}`,
      updatedAt: databaseTime,
    })
    .where(and(eq(labOrders.orgId, ctx.actor.orgId), eq(labOrders.id, order.id)))
    .returning();
  for (const [index, type] of types.entries())
    await emit(
      tx,
      ctx,
      orderEvent(type, row!, {
        sequence: row!.sequence - types.length + 1 + index,
        changedFields: [...(step ? ['status', 'status_history'] : []), ...changedFields],
        ...(step ? { previous: { status: order.status } } : {}),
      }),
    );
  return row!;
}
