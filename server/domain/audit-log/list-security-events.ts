import { and, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { memberships, securityEvents, users } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import type { ListSecurityEventsInput, SecurityEventList } from './contract';

type Row = typeof securityEvents.$inferSelect & { name: string };

/**
 * Lists failed sign-ins and password resets of members, newest first, counted per minute, address and kind. Includes only
 * those since the membership started: earlier ones concern other organizations.
 * @throws DomainError `invalid_cursor`
 */
export function listSecurityEvents(ctx: Context, input: ListSecurityEventsInput): Promise<SecurityEventList> {
  const operation = {
    action: 'list_security_events',
    kind: 'list',
    role: 'auditor',
    peopleOnly: true,
  } as const;
  return perform(ctx, operation, async (tx) => {
    const page = openPage<Row>(ctx, 'security_events', input);
    const { minute, ip, code, transport, userId } = securityEvents;
    const [at, ...rest] = page.after ?? [];
    const rows: Row[] = await tx
      .select({
        minute,
        ip,
        code,
        transport,
        userId,
        count: securityEvents.count,
        lastRequestId: securityEvents.lastRequestId,
        name: users.name,
      })
      .from(securityEvents)
      .innerJoin(memberships, eq(memberships.userId, userId))
      .innerJoin(users, eq(users.id, userId))
      .where(
        and(
          eq(memberships.orgId, ctx.actor.orgId),
          isNull(memberships.endedAt),
          gte(minute, sql`date_trunc('minute', ${memberships.createdAt})`),
          input.who ? eq(userId, readId('user', input.who)!) : undefined,
          input.code ? eq(code, input.code) : undefined,
          input.since ? gte(minute, new Date(input.since)) : undefined,
          input.until ? lt(minute, new Date(input.until)) : undefined,
          page.after
            ? sql`(${minute}, ${ip}, ${code}, ${transport}, ${userId}) < (${String(at)}::timestamptz, ${rest[0]}::text, ${rest[1]}::text, ${rest[2]}::text, ${rest[3]}::uuid)`
            : undefined,
        ),
      )
      .orderBy(desc(minute), desc(ip), desc(code), desc(transport), desc(userId))
      .limit(page.limit + 1);
    const list = page.close(
      rows,
      (row) => [row.minute.toISOString(), row.ip, row.code, row.transport, row.userId],
      (row) => ({
        at: row.minute.toISOString(),
        who: { id: showId('user', row.userId), name: row.name },
        code: row.code,
        count: row.count,
        ip: row.ip,
        request_id: row.lastRequestId,
      }),
    );
    return { output: list, audit: { objectKind: 'user', detail: { count: list.data.length } } };
  });
}
