import { and, count, eq, isNull } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { lockThing } from '../../db/locks';
import { webhooks } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { idTime, newId } from '../../shared/ids';
import { maskUrl } from '../../shared/recorded-changes';
import { MANAGE, webhookInSight } from './access';
import type { CreateWebhookInput, Webhook } from './contract';
import { presentWebhook } from './present';
import { NOT_ENABLED_YET } from './rules';
import { addSecret } from './secrets';
import { eventErrors, urlErrors } from './target';

const MOST_PER_ORGANIZATION = 20;

const operation: Operation<Webhook> = {
  action: 'create_webhook',
  kind: 'write',
  ...MANAGE,
  // A repeated request must not reveal the secret again.
  replay: ({ secret: _, ...shown }) => shown,
  inSight: webhookInSight,
};

/** The response is the only place that contains the secret. @throws DomainError `validation_failed`, `limit_reached` */
export async function createWebhook(ctx: Context, input: CreateWebhookInput): Promise<Webhook> {
  assertAllowed(ctx, operation);
  // Uses DNS, so it runs before the transaction.
  const errors = [...(await urlErrors(input.url)), ...eventErrors(ctx, input.events)];
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  return perform(ctx, operation, async (tx) => {
    const { actor } = ctx;
    await assertRoom(tx, ctx);
    const id = newId();
    const now = idTime(id);
    const [row] = await tx
      .insert(webhooks)
      .values({
        orgId: actor.orgId,
        id,
        createdAt: now,
        updatedAt: databaseTime,
        createdBy: actorName(actor),
        url: input.url,
        events: [...new Set(input.events)],
        scopes: [...actor.scopes],
        description: input.description ?? null,
        enabled: input.enabled,
        status: input.enabled ? 'enabled' : 'disabled',
        disabledReason: input.enabled ? null : NOT_ENABLED_YET,
        metadata: input.metadata ?? {},
      })
      .returning();
    const { secret, hint } = await addSecret(tx, actor.orgId, id);
    return {
      output: { ...presentWebhook(row!, hint), secret },
      audit: {
        objectKind: 'webhook',
        objectId: id,
        detail: { url: maskUrl(row!.url), events: row!.events, enabled: row!.enabled },
      },
    };
  });
}

/** Counts under a lock, so that concurrent requests cannot exceed the limit. */
async function assertRoom(tx: Tx, ctx: Context): Promise<void> {
  const { orgId } = ctx.actor;
  await lockThing(tx, 'webhooks', orgId);
  const [found] = await tx
    .select({ count: count() })
    .from(webhooks)
    .where(and(eq(webhooks.orgId, orgId), isNull(webhooks.deletedAt)));
  if (found!.count >= MOST_PER_ORGANIZATION)
    throw new DomainError('limit_reached', `An organization has at most ${MOST_PER_ORGANIZATION} webhooks.`);
}
