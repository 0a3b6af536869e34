import { and, eq } from 'drizzle-orm';
import { endSessionsIn } from '../../auth/end-sessions';
import { memberships } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';
import type { EndedSessions } from './contract';

/**
 * Ends all sessions of a member in this organization, but not in others.
 * @throws DomainError `forbidden`, `not_found`
 */
export function endMemberSessions(ctx: Context, input: { id: string }): Promise<EndedSessions> {
  return perform(
    ctx,
    { action: 'end_member_sessions', kind: 'write', role: 'admin', peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const userId = pathId('user', input.id);
      const [member] = await tx
        .select({ userId: memberships.userId })
        .from(memberships)
        .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)));
      if (!member) throw notFound();
      const ended = await endSessionsIn(tx, orgId, { userId, reason: 'ended_by_admin' });
      return {
        output: { object: 'ended_sessions' as const, sessions_ended: ended },
        audit: { objectKind: 'user', objectId: userId, detail: { sessions: ended } },
      };
    },
  );
}
