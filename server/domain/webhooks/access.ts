import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Place } from '../../auth/secret-box';
import { deliveries, deliveryAttempts, webhookSecrets, webhooks } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId, showId } from '../../shared/ids';
import type { DeliveryPath } from './contract';
import { isPaused } from './rules';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;
export type AttemptRow = typeof deliveryAttempts.$inferSelect;

export const MANAGE = { scope: 'webhooks:manage', role: 'admin' } as const satisfies Partial<
  Operation<unknown>
>;

/** Whether a stored response about the webhook may be returned. @throws DomainError `not_found` */
export const webhookInSight = (tx: Tx, ctx: Context, objectId: string): Promise<unknown> =>
  findWebhook(tx, ctx, showId('webhook', objectId));

/** @param options.lock locks the row before anything else, as the worker does, to avoid deadlocks */
export async function findWebhook(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<WebhookRow> {
  const query = tx
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.orgId, ctx.actor.orgId),
        eq(webhooks.id, pathId('webhook', id)),
        isNull(webhooks.deletedAt),
      ),
    );
  const [row] = options.lock ? await query.for('no key update') : await query;
  if (!row) throw notFound();
  return row;
}

/** Whether a stored response about the delivery may be returned. @throws DomainError `not_found` */
export async function deliveryInSight(tx: Tx, ctx: Context, objectId: string): Promise<void> {
  const [row] = await visibleDeliveries(tx, ctx, objectId);
  if (!row) throw notFound();
}

/** Omits deliveries of deleted webhooks. */
export async function findDelivery(
  tx: Tx,
  ctx: Context,
  { id, delivery_id }: DeliveryPath,
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow }> {
  const [row] = await visibleDeliveries(tx, ctx, pathId('delivery', delivery_id));
  if (row?.webhook.id !== pathId('webhook', id)) throw notFound();
  return row;
}

/** @param id UUID */
function visibleDeliveries(tx: Tx, ctx: Context, id: string) {
  const { orgId } = ctx.actor;
  return tx
    .select({ delivery: deliveries, webhook: webhooks })
    .from(deliveries)
    .innerJoin(webhooks, and(eq(webhooks.orgId, deliveries.orgId), eq(webhooks.id, deliveries.webhookId)))
    .where(
      and(
        eq(deliveries.orgId, orgId),
        eq(webhooks.orgId, orgId),
        eq(deliveries.id, id),
        isNull(webhooks.deletedAt),
      ),
    );
}

/** @throws DomainError `invalid_state` */
export function assertEnabled({ transport }: Context, webhook: WebhookRow): void {
  if (webhook.enabled) return;
  if (transport !== 'portal')
    throw new DomainError('invalid_state', 'The webhook is disabled. Enable it first.');
  const state = isPaused({ disabled_reason: webhook.disabledReason }) ? 'paused' : 'disabled';
  throw new DomainError('invalid_state', `The webhook is ${state}. Resume it first.`);
}

/** Last four characters of each webhook's newest secret. */
export async function secretHints(tx: Tx, ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ webhookId: webhookSecrets.webhookId, hint: webhookSecrets.hint })
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.orgId, ctx.actor.orgId), inArray(webhookSecrets.webhookId, ids)))
    .orderBy(desc(webhookSecrets.id));
  const hints = new Map<string, string>();
  for (const row of rows) if (!hints.has(row.webhookId)) hints.set(row.webhookId, row.hint);
  return hints;
}

export async function attemptsOf(tx: Tx, ctx: Context, ids: string[]): Promise<Map<string, AttemptRow[]>> {
  const byDelivery = new Map<string, AttemptRow[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return byDelivery;
  const rows = await tx
    .select()
    .from(deliveryAttempts)
    .where(and(eq(deliveryAttempts.orgId, ctx.actor.orgId), inArray(deliveryAttempts.deliveryId, ids)))
    .orderBy(asc(deliveryAttempts.attempt));
  for (const row of rows) byDelivery.get(row.deliveryId)?.push(row);
  return byDelivery;
}

export const placeOfWebhookSecret = (orgId: string, row: string): Place => ({
  orgId,
  table: 'webhook_secrets',
  row,
  column: 'ciphertext',
});
