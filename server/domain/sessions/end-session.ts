import { and, eq, isNull } from 'drizzle-orm';
import { inOrganization } from '../../auth/end-sessions';
import { isLive } from '../../auth/session-activity';
import { authSessions } from '../../db/schema/index';
import { enterTenant } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';
import { ownPlaces } from './access';
import type { EndedSessions } from './contract';

const OPERATION = { action: 'end_session', kind: 'write', peopleOnly: true } as const;

/**
 * Ends one of the user's own sessions, in any organization.
 * @throws DomainError `not_found` if unknown, expired, or another user's
 */
export function endSession(ctx: Context, input: { id: string }): Promise<EndedSessions> {
  return perform(ctx, OPERATION, async (tx) => {
    const id = pathId('session', input.id);
    const now = new Date();
    let ended = false;
    for (const { id: orgId } of await ownPlaces(tx, ctx)) {
      await enterTenant(tx, orgId);
      const [row] = await tx
        .update(authSessions)
        .set({ revokedAt: now, revokedReason: 'ended_by_person' })
        .where(
          and(
            eq(authSessions.orgId, orgId),
            eq(authSessions.id, id),
            eq(authSessions.userId, ctx.actor.id!),
            isNull(authSessions.revokedAt),
          ),
        )
        .returning();
      if (!row) continue;
      ended = isLive({ ...row, revokedAt: null }, now.getTime());
      if (ended && orgId !== ctx.actor.orgId)
        await recordAudit(tx, inOrganization(ctx, orgId), {
          action: OPERATION.action,
          kind: OPERATION.kind,
          outcome: 'allowed',
          objectKind: 'session',
          objectId: id,
        });
      break;
    }
    await enterTenant(tx, ctx.actor.orgId);
    if (!ended) throw notFound();
    return {
      output: { object: 'ended_sessions' as const, sessions_ended: 1 },
      audit: { objectKind: 'session', objectId: id },
    };
  });
}
