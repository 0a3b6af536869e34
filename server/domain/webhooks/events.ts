import { and, eq, sql } from 'drizzle-orm';
import { webhooks } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit, type Audience, type EventInput } from '../../events/emit';
import type { Context } from '../../shared/context';
import type { WebhookRow } from './access';

/** Emits an event about a webhook. Increments its sequence, so the caller's row is stale afterwards. */
export async function emitWebhookEvent(
  tx: Tx,
  ctx: Context,
  type: 'webhook.test' | 'webhook.disabled',
  row: WebhookRow,
  audience: Audience,
  sample?: EventInput['sample'],
): Promise<string> {
  const [raised] = await tx
    .update(webhooks)
    .set({ sequence: sql`${webhooks.sequence} + 1` })
    .where(and(eq(webhooks.orgId, ctx.actor.orgId), eq(webhooks.id, row.id)))
    .returning({ sequence: webhooks.sequence });
  const object = {
    kind: 'webhook' as const,
    id: row.id,
    version: row.version,
    status: row.status,
    href: null,
    patientId: null,
  };
  return emit(tx, ctx, { type, object, sequence: raised!.sequence, ...(sample ? { sample } : {}) }, audience);
}
