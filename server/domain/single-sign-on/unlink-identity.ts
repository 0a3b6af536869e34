import { and, eq, inArray, isNull } from 'drizzle-orm';
import { authSessions, userIdentities } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { notFound } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { findMember } from '../people/access';
import { MANAGE } from './access';

/**
 * Removes the link of a member, for example after the provider gave the person a new account. Ends the sessions that it
 * has opened.
 * @throws DomainError `not_found` (not a member, or not linked)
 */
export function unlinkIdentity(ctx: Context, input: { id: string }): Promise<void> {
  return perform(ctx, { action: 'unlink_identity', kind: 'write', ...MANAGE, stepUp: true }, async (tx) => {
    const { orgId } = ctx.actor;
    const { user } = await findMember(tx, ctx, input.id);
    const removed = await tx
      .delete(userIdentities)
      .where(and(eq(userIdentities.orgId, orgId), eq(userIdentities.userId, user.id)))
      .returning({ id: userIdentities.id });
    if (removed.length === 0) throw notFound();
    const ended = await tx
      .update(authSessions)
      .set({ revokedAt: new Date(), revokedReason: 'identity_unlinked' })
      .where(
        and(
          eq(authSessions.orgId, orgId),
          inArray(
            authSessions.identityId,
            removed.map(({ id }) => id),
          ),
          isNull(authSessions.revokedAt),
        ),
      )
      .returning({ id: authSessions.id });
    return {
      output: undefined,
      audit: { objectKind: 'user', objectId: user.id, detail: { sessions: ended.length } },
    };
  });
}
