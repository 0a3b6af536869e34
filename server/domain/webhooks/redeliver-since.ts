import { sql } from 'drizzle-orm';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId } from '../../shared/ids';
import { assertEnabled, findWebhook, MANAGE, webhookInSight } from './access';
import type { RedeliverSinceInput, Redeliveries } from './contract';
import { eventsToRepeat, hurry } from './repeats';

const MOST_AT_ONCE = 100_000;
/** Fifty per second, so that current events are not delayed behind old ones. */
const APART_MS = 20;

/**
 * Redelivers the webhook's events since a time: failed ones (or, with `all`, every one), oldest first, as new
 * deliveries with the same event IDs. Deliveries awaiting a retry are retried now. Pending ones are not duplicated, so
 * calling it again has no further effect.
 * @throws DomainError `not_found`, `invalid_state`, `limit_reached`
 */
export function redeliverSince(ctx: Context, input: RedeliverSinceInput): Promise<Redeliveries> {
  return perform(
    ctx,
    { action: 'redeliver_since', kind: 'write', ...MANAGE, inSight: webhookInSight },
    async (tx) => {
      const { orgId } = ctx.actor;
      const hook = await findWebhook(tx, ctx, input.id, { lock: true });
      assertEnabled(ctx, hook);
      const events = await eventsToRepeat(tx, ctx, hook.id, input, MOST_AT_ONCE);
      if (events.length > MOST_AT_ONCE)
        throw new DomainError(
          'limit_reached',
          'There are more than 100,000 events since then. Choose a later time.',
        );
      const now = new Date();
      const hurried = await hurry(tx, ctx, hook.id, input, now);
      const at = now.toISOString();
      if (events.length > 0)
        await tx.execute(sql`
        insert into deliveries (org_id, id, event_id, webhook_id, manual, created_at, next_attempt_at)
        select ${orgId}, n.id, n.event_id, ${hook.id}, true, ${at}::timestamptz,
          ${at}::timestamptz + (n.place - 1) * ${APART_MS}::int * interval '1 millisecond'
        from unnest(${sql.param(events.map(() => newId()))}::uuid[], ${sql.param(events)}::uuid[])
          with ordinality as n (id, event_id, place)`);
      const count = events.length + hurried;
      return {
        output: { object: 'redeliveries', count },
        audit: {
          objectKind: 'webhook',
          objectId: hook.id,
          detail: { since: input.since, which: input.which, count },
        },
      };
    },
  );
}
