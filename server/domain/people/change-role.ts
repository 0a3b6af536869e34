import { and, eq } from 'drizzle-orm';
import { memberships } from '../../db/schema/index';
import { assertUnchanged } from '../../shared/assert-unchanged';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { assertAdminRemains, assertNotBreakGlass, lockMember, isSigner, MANAGE } from './access';
import type { ChangeRoleInput, ListedPerson } from './contract';
import { endDelegations, endSessions, revokeInvitationsBy } from './end-access';
import { lastSignIns, presentMember } from './present';

/**
 * Ends the member's sessions, so that no open page shows data beyond the new role. Scopes of applications are computed
 * at each call and follow at once.
 * @throws DomainError `not_found`, `forbidden` (oneself), `version_mismatch`, `invalid_state` (former member, same role, last
 * administrator)
 */
export function changeRole(ctx: Context, input: ChangeRoleInput): Promise<ListedPerson> {
  return perform(ctx, { action: 'change_role', kind: 'write', ...MANAGE, stepUp: true }, async (tx) => {
    const { orgId } = ctx.actor;
    const member = await lockMember(tx, ctx, input.id);
    const { membership, user } = member;
    if (membership.endedAt) throw new DomainError('invalid_state', 'The membership has ended.');
    assertUnchanged(input.was, { role: membership.role });
    if (membership.role === input.role)
      throw new DomainError('invalid_state', 'The user already has this role.');
    assertAdminRemains(member);
    await assertNotBreakGlass(tx, ctx, user.id);
    await tx
      .update(memberships)
      .set({ role: input.role })
      .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, user.id)));
    const sessions = await endSessions(tx, ctx, user.id, 'role_changed');
    // Viewers cannot sign, so they cannot cover for anyone.
    const delegations = isSigner(input.role) ? 0 : await endDelegations(tx, ctx, user.id, 'either');
    if (membership.role === 'admin') await revokeInvitationsBy(tx, ctx, user.id);
    const last = await lastSignIns(tx, ctx, [user.id]);
    return {
      output: presentMember({ user, membership: { ...membership, role: input.role } }, last.get(user.id)),
      audit: {
        objectKind: 'user',
        objectId: user.id,
        detail: { from: membership.role, to: input.role, sessions, delegations },
      },
    };
  });
}
