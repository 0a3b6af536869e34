import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { lowestIdAt } from '../../shared/ids';
import type { RedeliverSinceInput, Redeliveries } from './contract';

/** The events to redeliver to a webhook since a time; counting and redelivering share the query. */

/** Omits test events, and deliveries that are in progress, awaiting a retry or held. */
const done = (ctx: Context, webhookId: string, { since, which }: RedeliverSinceInput): SQL => sql`
  select d.event_id from deliveries d join events e on e.org_id = d.org_id and e.id = d.event_id
  where d.org_id = ${ctx.actor.orgId} and d.webhook_id = ${webhookId} and d.id >= ${lowestIdAt(new Date(since))}::uuid
    and e.type <> 'webhook.test'
  group by d.event_id
  having not bool_or(d.status in ('pending', 'failed', 'held'))
    ${which === 'failed' ? sql`and bool_or(d.status = 'exhausted') and not bool_or(d.status = 'succeeded')` : sql``}`;

const waiting = (ctx: Context, webhookId: string, { since }: RedeliverSinceInput): SQL => sql`
  org_id = ${ctx.actor.orgId} and webhook_id = ${webhookId} and id >= ${lowestIdAt(new Date(since))}::uuid
  and status = 'failed'`;

export async function countRepeats(
  tx: Tx,
  ctx: Context,
  webhookId: string,
  input: RedeliverSinceInput,
): Promise<Redeliveries> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select (select count(*) from (${done(ctx, webhookId, input)}) x)::int
      + (select count(*) from deliveries where ${waiting(ctx, webhookId, input)})::int as count`);
  return { object: 'redeliveries', count: rows[0]!.count };
}

/** Events to redeliver, oldest first. @returns UUIDs */
export async function eventsToRepeat(
  tx: Tx,
  ctx: Context,
  webhookId: string,
  input: RedeliverSinceInput,
  most: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ event_id: string }>(
    sql`${done(ctx, webhookId, input)} order by d.event_id limit ${most + 1}`,
  );
  return rows.map((row) => row.event_id);
}

/** Schedules deliveries awaiting a retry for now. @returns their number */
export async function hurry(
  tx: Tx,
  ctx: Context,
  webhookId: string,
  input: RedeliverSinceInput,
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update deliveries set next_attempt_at = least(next_attempt_at, ${now.toISOString()}::timestamptz)
    where ${waiting(ctx, webhookId, input)}`);
  return rowCount ?? 0;
}
