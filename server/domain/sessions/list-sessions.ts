import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { isLive, lastSeen, oldestThatCanLive } from '../../auth/session-activity';
import { authSessions } from '../../db/schema/index';
import { enterTenant } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { ownPlaces } from './access';
import type { Session, SessionList } from './contract';
import { deviceWords } from './present';

/** More than a user ever has. */
const MOST = 100;

/** Lists the user's sessions in all organizations: the current one first, then by last use. */
export function listSessions(ctx: Context): Promise<SessionList> {
  return perform(ctx, { action: 'list_sessions', kind: 'list', peopleOnly: true }, async (tx) => {
    const now = new Date();
    const data: Session[] = [];
    for (const { id: orgId, name, sandbox } of await ownPlaces(tx, ctx)) {
      await enterTenant(tx, orgId);
      const rows = await tx
        .select()
        .from(authSessions)
        .where(
          and(
            eq(authSessions.orgId, orgId),
            eq(authSessions.userId, ctx.actor.id!),
            isNull(authSessions.revokedAt),
            gt(authSessions.id, oldestThatCanLive(now)),
          ),
        )
        .orderBy(desc(authSessions.id))
        .limit(MOST);
      for (const row of rows) {
        if (!isLive(row, now.getTime())) continue;
        data.push({
          id: showId('session', row.id),
          object: 'session',
          organization: { id: showId('organization', orgId), name, sandbox },
          device: deviceWords(row.userAgent),
          ip: row.ip,
          methods: row.methods,
          signed_in_at: row.createdAt.toISOString(),
          last_seen_at: new Date(lastSeen(row)).toISOString(),
          current: row.id === ctx.session?.id,
        });
      }
    }
    await enterTenant(tx, ctx.actor.orgId);
    data.sort((a, b) => Number(b.current) - Number(a.current) || (a.last_seen_at < b.last_seen_at ? 1 : -1));
    return {
      output: { object: 'list' as const, data, has_more: false, next_cursor: null },
      audit: { objectKind: 'session', detail: { count: data.length } },
    };
  });
}
