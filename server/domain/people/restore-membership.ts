import { and, eq } from 'drizzle-orm';
import { emailHash } from '../../auth/password';
import { memberships } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findMember, lockMember, MANAGE } from './access';
import type { ListedPerson } from './contract';
import { revokeInvitationsTo } from './end-access';
import { endShownResets, lockPerson } from './lock-person';
import { lastSignIns, presentMember } from './present';

/**
 * Restores a former member with their last role. Sessions and grants remain ended.
 * @throws DomainError `not_found`, `forbidden` (oneself), `invalid_state` (is a member)
 */
export function restoreMembership(ctx: Context, input: { id: string }): Promise<ListedPerson> {
  return perform(
    ctx,
    { action: 'restore_membership', kind: 'write', ...MANAGE, stepUp: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      // Lock the user before the membership, like accepting an invitation does, to avoid a deadlock.
      const { user } = await findMember(tx, ctx, input.id);
      await lockPerson(tx, user.id);
      const { membership } = await lockMember(tx, ctx, input.id);
      if (!membership.endedAt) throw new DomainError('invalid_state', 'The user is already a member.');
      const again = { endedAt: null, endedBy: null, successorId: null };
      await tx
        .update(memberships)
        .set(again)
        .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, user.id)));
      await endShownResets(tx, user.id);
      await revokeInvitationsTo(tx, ctx, Buffer.from(emailHash(user.email), 'hex'));
      const last = await lastSignIns(tx, ctx, [user.id]);
      return {
        output: presentMember({ user, membership: { ...membership, ...again } }, last.get(user.id)),
        audit: { objectKind: 'user', objectId: user.id, detail: { role: membership.role } },
      };
    },
  );
}
