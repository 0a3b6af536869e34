import { and, asc, eq, isNull } from 'drizzle-orm';
import type { SignOnProvider } from '../../auth/single-sign-on/provider';
import type { Role } from '../../data-types/role-codes';
import { memberships } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { isSigner } from '../people/access';
import { endDelegations, endGrants, endSessions, revokeInvitationsBy } from '../people/end-access';

export interface Member {
  userId: string;
  role: Role;
  isBreakGlass: boolean;
}

/**
 * Gives the member the role of their groups at the provider, if the organization manages roles there.
 * @param given role of the groups; null: they have none
 * @returns the role from now on; null: the user has no access, and their sessions and applications have ended
 */
export async function applyGroups(
  tx: Tx,
  ctx: Context,
  { row }: SignOnProvider,
  member: Member,
  given: Role | null,
): Promise<Role | null> {
  if (row.groupsClaim === null || member.isBreakGlass) return member.role;
  if (given !== null) return changeRole(tx, ctx, member, given);
  await endSessions(tx, ctx, member.userId, 'no_role');
  // Applications act with the role of the membership, which remains.
  await endGrants(tx, ctx, member.userId, 'no_role');
  return null;
}

/** The last administrator stays one. @returns the role from now on */
async function changeRole(tx: Tx, ctx: Context, { userId, role }: Member, given: Role): Promise<Role> {
  if (role === given) return role;
  const { orgId } = ctx.actor;
  if (role === 'admin') {
    const admins = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.orgId, orgId), eq(memberships.role, 'admin'), isNull(memberships.endedAt)))
      .orderBy(asc(memberships.userId))
      .for('update');
    if (admins.length < 2) return role;
  }
  await tx
    .update(memberships)
    .set({ role: given })
    .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)));
  const sessions = await endSessions(tx, ctx, userId, 'role_changed');
  const delegations = isSigner(given) ? 0 : await endDelegations(tx, ctx, userId, 'either');
  if (role === 'admin') await revokeInvitationsBy(tx, ctx, userId);
  await recordAudit(tx, ctx, {
    action: 'change_role',
    kind: 'write',
    outcome: 'allowed',
    objectKind: 'user',
    objectId: userId,
    detail: { from: role, to: given, sessions, delegations, by: 'single_sign_on' },
  });
  return given;
}
