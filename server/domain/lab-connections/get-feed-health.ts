import { and, asc, count, eq, gte, isNull, min, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  inboundMessages,
  labCodes,
  labConnections,
  orderDestinations,
  organizations,
  outboundMessages,
} from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { lowestIdAt, readId, showId, showIdOrNull } from '../../shared/ids';
import { CODE_STATES } from '../lab-codes/present';
import { MANAGE } from './access';
import type { Feed, FeedHealth, GetFeedHealthInput } from './health-contract';
import { silentSince } from './silence';

const DAY_MS = 24 * 3_600_000;

type ConnectionRow = typeof labConnections.$inferSelect;

/** Returns counts and times per connection; no patient data. */
export function getFeedHealth(ctx: Context, { connection_id }: GetFeedHealthInput): Promise<FeedHealth> {
  return perform(ctx, { action: 'get_feed_health', kind: 'read', ...MANAGE }, async (tx) => {
    const id = connection_id === undefined ? undefined : readId('lab_connection', connection_id);
    const output = await readFeeds(tx, ctx, new Date(), id);
    return {
      output,
      audit: {
        objectKind: 'lab_connection',
        ...(id && output.feeds.length > 0 ? { objectId: id } : {}),
        detail: { count: output.feeds.length },
      },
    };
  });
}

/** @param id UUID of one connection; null matches none */
export async function readFeeds(tx: Tx, ctx: Context, now: Date, id?: string | null): Promise<FeedHealth> {
  const { orgId } = ctx.actor;
  const [[organization], rows, counts] = await together(
    tx.select({ zone: organizations.timeZone }).from(organizations).where(eq(organizations.id, orgId)),
    tx
      .select()
      .from(labConnections)
      .where(
        and(
          eq(labConnections.orgId, orgId),
          isNull(labConnections.deletedAt),
          id === null ? sql`false` : id ? eq(labConnections.id, id) : undefined,
        ),
      )
      .orderBy(asc(labConnections.id)),
    countAll(tx, orgId, now),
  );
  const zone = organization!.zone;
  return { as_of: now.toISOString(), feeds: rows.map((row) => presentFeed(row, counts, zone, now)) };
}

type Counts = Awaited<ReturnType<typeof countAll>>;

/** Counts by connection, each through an index. */
async function countAll(tx: Tx, orgId: string, now: Date) {
  const { connectionId, state } = inboundMessages;
  const messages = (...conditions: SQL[]) => and(eq(inboundMessages.orgId, orgId), ...conditions);
  const [day, waiting, parked, unmapped, destinations, queued] = await together(
    tx
      .select({ connectionId, state, count: count() })
      .from(inboundMessages)
      .where(messages(gte(inboundMessages.id, lowestIdAt(new Date(now.getTime() - DAY_MS)))))
      .groupBy(connectionId, state),
    tx
      .select({
        connectionId,
        count: count(),
        since: min(inboundMessages.receivedAt),
        oldest: sql<string>`(array_agg(${inboundMessages.id} order by ${inboundMessages.position}))[1]`,
      })
      .from(inboundMessages)
      .where(messages(eq(state, 'received')))
      .groupBy(connectionId),
    countOf(tx, inboundMessages, connectionId, messages(eq(state, 'parked'))),
    countOf(tx, labCodes, labCodes.connectionId, and(eq(labCodes.orgId, orgId), CODE_STATES.unmapped)),
    tx
      .select({ connectionId: orderDestinations.connectionId, paused: orderDestinations.paused })
      .from(orderDestinations)
      .where(eq(orderDestinations.orgId, orgId)),
    tx
      .select({
        connectionId: outboundMessages.connectionId,
        count: count(),
        since: min(outboundMessages.createdAt),
      })
      .from(outboundMessages)
      .where(and(eq(outboundMessages.orgId, orgId), eq(outboundMessages.status, 'queued')))
      .groupBy(outboundMessages.connectionId),
  );
  return { day, waiting, parked, unmapped, destinations, queued };
}

const countOf = (
  tx: Tx,
  table: typeof inboundMessages | typeof labCodes,
  connectionId: PgColumn,
  condition: SQL | undefined,
) =>
  tx
    .select({ connectionId, count: count() })
    .from(table)
    .where(condition)
    .groupBy(connectionId) as PromiseLike<{ connectionId: string; count: number }[]>;

function presentFeed(row: ConnectionRow, counts: Counts, zone: string, now: Date): Feed {
  const own = <T extends { connectionId: string }>(rows: readonly T[]): T[] =>
    rows.filter(({ connectionId }) => connectionId === row.id);
  const [waiting] = own(counts.waiting);
  const [destination] = own(counts.destinations);
  const [queued] = own(counts.queued);
  const heardAt = row.lastMessageAt ?? row.createdAt;
  const silent = row.enabled ? silentSince({ ...row, heardAt }, zone, now) : null;
  const instant = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  return {
    id: showId('lab_connection', row.id),
    name: row.name,
    transport: row.transport,
    enabled: row.enabled,
    last_message_at: instant(row.lastMessageAt),
    last_problem: row.lastProblem,
    last_problem_at: instant(row.lastProblemAt),
    silence_hours: row.silenceHours,
    silent_since: instant(silent),
    waiting: waiting?.count ?? 0,
    waiting_since: instant(waiting?.since),
    waiting_message_id: showIdOrNull('inbound_message', waiting?.oldest ?? null),
    waiting_minutes: row.waitingMinutes,
    refused_connections: row.refusedConnections,
    parked: own(counts.parked)[0]?.count ?? 0,
    day: Object.fromEntries(own(counts.day).map(({ state, count: messages }) => [state, messages])),
    unmapped: own(counts.unmapped)[0]?.count ?? 0,
    orders: destination
      ? {
          paused: destination.paused,
          queued: queued?.count ?? 0,
          queued_since: instant(queued?.since),
        }
      : null,
  };
}
