import { and, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { deliveries, events } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { lowestIdAt, readId, type Kind } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { attemptsOf, findWebhook, MANAGE, type DeliveryRow } from './access';
import type { DeliveryList, ListDeliveriesInput } from './contract';
import { presentDelivery } from './present';

/**
 * Lists a webhook's deliveries with all attempts, newest first. Kept for the period of the organization.
 * @throws DomainError `not_found`, `invalid_cursor`
 */
export function listDeliveries(ctx: Context, input: ListDeliveriesInput): Promise<DeliveryList> {
  return perform(ctx, { action: 'list_deliveries', kind: 'list', ...MANAGE }, async (tx) => {
    const hook = await findWebhook(tx, ctx, input.id);
    const page = openPage<{ delivery: DeliveryRow; type: string }>(ctx, 'deliveries', input);
    const rows = await tx
      .select({ delivery: deliveries, type: events.type })
      .from(deliveries)
      .innerJoin(events, and(eq(events.orgId, deliveries.orgId), eq(events.id, deliveries.eventId)))
      .where(
        and(
          eq(deliveries.orgId, ctx.actor.orgId),
          eq(events.orgId, ctx.actor.orgId),
          eq(deliveries.webhookId, hook.id),
          input.status ? inArray(deliveries.status, input.status) : undefined,
          input.event_type ? eq(events.type, input.event_type) : undefined,
          input.about ? about(input.about) : undefined,
          // IDs contain the creation time, and are indexed.
          input.created_since ? gte(deliveries.id, lowestIdAt(new Date(input.created_since))) : undefined,
          input.created_until ? lt(deliveries.id, lowestIdAt(new Date(input.created_until))) : undefined,
          page.after ? lt(deliveries.id, String(page.after[0])) : undefined,
        ),
      )
      .orderBy(desc(deliveries.id))
      .limit(page.limit + 1);
    const attempts = await attemptsOf(
      tx,
      ctx,
      rows.map((row) => row.delivery.id),
    );
    const list = page.close(
      rows,
      (row) => [row.delivery.id],
      (row) => presentDelivery(row.delivery, row.type, attempts.get(row.delivery.id) ?? []),
    );
    return {
      output: list,
      audit: { objectKind: 'webhook', objectId: hook.id, detail: { count: list.data.length } },
    };
  });
}

/** Kinds of objects that events are about. */
const KINDS: readonly Kind[] = [
  'patient',
  'lab_order',
  'lab_result',
  'document',
  'inbound_report',
  'webhook',
];

/** Events with this ID, or about the object with this ID; none for an unreadable ID. */
function about(text: string): SQL {
  const eventId = readId('event', text);
  if (eventId) return eq(events.id, eventId);
  const objectId = KINDS.map((kind) => readId(kind, text)).find((id) => id !== null);
  return objectId ? eq(events.objectId, objectId) : sql`false`;
}
