import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { auditEvents, deliveries, documents, inboundMessages, webhooks } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { lowestIdAt, showId } from '../../shared/ids';
import { readFeeds } from '../lab-connections/get-feed-health';
import { readWebhookHealth } from '../webhooks/list-webhook-health';
import type { TodayHealth } from './contract';

/** For administrators: laboratory feeds, webhooks, audit and documents; no patient data. */
export async function readHealth(tx: Tx, ctx: Context, now: Date): Promise<TodayHealth> {
  const [feeds, hooks, hookHealth, audit, files, messages, sent, entries, filed] = await together(
    readFeeds(tx, ctx, now),
    tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.orgId, ctx.actor.orgId), isNull(webhooks.deletedAt)))
      .orderBy(desc(webhooks.id)),
    readWebhookHealth(tx, ctx, now),
    readAudit(tx, ctx),
    readDocuments(tx, ctx, now),
    perHour(tx, ctx, inboundMessages, now),
    perHour(tx, ctx, deliveries, now),
    perHour(tx, ctx, auditEvents, now),
    perHour(tx, ctx, documents, now),
  );
  return {
    feeds: { ...feeds, per_hour: messages },
    webhooks: {
      data: hooks.map(({ id, enabled, status, disabledReason }) => ({
        id: showId('webhook', id),
        enabled,
        status,
        disabled_reason: disabledReason,
      })),
      health: hookHealth,
      per_hour: sent,
    },
    audit: { ...audit, per_hour: entries },
    documents: { ...files, per_hour: filed },
  };
}

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** A graph needs no more, and an hour with a million entries takes no longer. */
const MOST_PER_HOUR = 1_000;

/** Rows created in each of the last 24 hours, by the time in their IDs. */
async function perHour(
  tx: Tx,
  ctx: Context,
  table: typeof inboundMessages | typeof deliveries | typeof auditEvents | typeof documents,
  now: Date,
): Promise<number[]> {
  const bounds = Array.from({ length: HOURS + 1 }, (_, n) =>
    lowestIdAt(new Date(now.getTime() - (HOURS - n) * HOUR_MS)),
  );
  const { rows } = await tx.execute<{ count: number }>(sql`
    select counted.count from unnest(${sql.param(bounds.slice(0, -1))}::uuid[], ${sql.param(bounds.slice(1))}::uuid[])
      with ordinality as hour(low, high, place)
    cross join lateral (select count(*)::int as count from (
      select 1 from ${table} where ${table.orgId} = ${ctx.actor.orgId} and ${table.id} >= hour.low and ${table.id} < hour.high
      limit ${MOST_PER_HOUR}) one) counted
    order by hour.place`);
  return rows.map(({ count }) => count);
}

/** The newest seal, and the first entry after it. */
async function readAudit(tx: Tx, ctx: Context): Promise<Omit<TodayHealth['audit'], 'per_hour'>> {
  const { orgId } = ctx.actor;
  const { rows } = await tx.execute<{ sealed_at: string | null; unsealed_since: string | null }>(sql`
    select seal.sealed_at, entry.at as unsealed_since from (values (1)) one
    left join lateral (
      select sealed_at, last_txid, last_id from audit_seals where org_id = ${orgId} order by number desc limit 1) seal on true
    left join lateral (
      select at from audit_events where org_id = ${orgId} and (txid, id) >
        (coalesce(seal.last_txid, '0'), coalesce(seal.last_id, '00000000-0000-0000-0000-000000000000'))
      order by txid, id limit 1) entry on true`);
  const instant = (at: string | null) => (at === null ? null : new Date(at).toISOString());
  const [row] = rows;
  return { sealed_at: instant(row!.sealed_at), unsealed_since: instant(row!.unsealed_since) };
}

const QUARANTINE_DAYS = 7;

async function readDocuments(
  tx: Tx,
  ctx: Context,
  now: Date,
): Promise<Omit<TodayHealth['documents'], 'per_hour'>> {
  const own = eq(documents.orgId, ctx.actor.orgId);
  const week = lowestIdAt(new Date(now.getTime() - QUARANTINE_DAYS * 24 * HOUR_MS));
  const [[unchecked], [quarantined]] = await together(
    tx
      .select({ count: sql<number>`count(*)::int`, since: sql<string | null>`min(${documents.createdAt})` })
      .from(documents)
      .where(and(own, eq(documents.status, 'processing'))),
    tx
      .select({ count: sql<number>`count(*)::int` })
      .from(documents)
      .where(and(own, eq(documents.status, 'quarantined'), sql`${documents.id} >= ${week}::uuid`)),
  );
  return {
    unchecked: unchecked!.count,
    unchecked_since: unchecked!.since === null ? null : new Date(unchecked!.since).toISOString(),
    quarantined: quarantined!.count,
  };
}
