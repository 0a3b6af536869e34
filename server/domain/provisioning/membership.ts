import { and, asc, eq, isNull } from 'drizzle-orm';
import { emailHash } from '../../auth/password';
import { memberships } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { actorName, type Context } from '../../shared/context';
import type { Role } from '../../data-types/role-codes';
import { assertNotBreakGlass, isSigner } from '../people/access';
import {
  endDelegations,
  endGrants,
  endInSandboxes,
  endSessions,
  revokeInvitationsBy,
  revokeInvitationsTo,
} from '../people/end-access';
import { ScimError } from './scim-error';

/** Changes of memberships by the identity provider. */

const mine = (ctx: Context, userId: string) =>
  and(eq(memberships.orgId, ctx.actor.orgId), eq(memberships.userId, userId));

/** Locks all administrators. @throws ScimError 409: the last one must remain */
async function assertOtherAdmin(tx: Tx, ctx: Context, userId: string): Promise<void> {
  const admins = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(eq(memberships.orgId, ctx.actor.orgId), eq(memberships.role, 'admin'), isNull(memberships.endedAt)),
    )
    .orderBy(asc(memberships.userId))
    .for('update');
  if (admins.every((admin) => admin.userId === userId))
    throw new ScimError(409, null, 'This is the last administrator of the organization.');
}

/**
 * Ends a membership with all access, at once. Open work stays with the user, and administrators hand it over: the
 * provider cannot name a successor.
 */
export async function deactivate(
  tx: Tx,
  ctx: Context,
  { id, email, role }: { id: string; email: string; role: Role },
): Promise<Record<string, number>> {
  if (role === 'admin') await assertOtherAdmin(tx, ctx, id);
  await assertNotBreakGlass(tx, ctx, id);
  await tx
    .update(memberships)
    .set({ endedAt: new Date(), endedBy: actorName(ctx.actor), successorId: null })
    .where(mine(ctx, id));
  const sessions = await endSessions(tx, ctx, id, 'membership_ended');
  const grants = await endGrants(tx, ctx, id, 'membership_ended');
  const delegations = await endDelegations(tx, ctx, id, 'either');
  const sandboxes = await endInSandboxes(tx, ctx, id);
  await revokeInvitationsTo(tx, ctx, Buffer.from(emailHash(email), 'hex'));
  await revokeInvitationsBy(tx, ctx, id);
  return { sessions, grants, delegations, sandboxes };
}

/** Restores the membership with this role. */
export async function activate(tx: Tx, ctx: Context, userId: string, role: Role): Promise<void> {
  await tx
    .insert(memberships)
    .values({
      orgId: ctx.actor.orgId,
      userId,
      role,
      createdAt: new Date(),
      createdBy: actorName(ctx.actor),
    })
    .onConflictDoUpdate({
      target: [memberships.orgId, memberships.userId],
      set: { role, endedAt: null, endedBy: null, successorId: null },
    });
}

/** The sessions of the user end, so that no open page shows data beyond the new role. */
export async function changeRoleTo(
  tx: Tx,
  ctx: Context,
  userId: string,
  from: Role,
  to: Role,
): Promise<number> {
  if (from === to) return 0;
  if (from === 'admin') {
    await assertOtherAdmin(tx, ctx, userId);
    await assertNotBreakGlass(tx, ctx, userId);
    await revokeInvitationsBy(tx, ctx, userId);
  }
  await tx.update(memberships).set({ role: to }).where(mine(ctx, userId));
  if (!isSigner(to)) await endDelegations(tx, ctx, userId, 'either');
  return endSessions(tx, ctx, userId, 'role_changed');
}
