import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import { inOrganization } from '../../auth/end-sessions';
import {
  authSessions,
  delegations,
  invitations,
  memberships,
  oauthConsents,
  oauthGrants,
  organizations,
} from '../../db/schema/index';
import { enterTenant, type Tx } from '../../db/transaction';
import { recordAudit } from '../../shared/audit';
import { actorName, type Context } from '../../shared/context';
import { showId } from '../../shared/ids';

/** Ends parts of a user's access to an organization, in the caller's transaction. */

/** @returns the number ended */
export async function endSessions(tx: Tx, ctx: Context, userId: string, reason: string): Promise<number> {
  const ended = await tx
    .update(authSessions)
    .set({ revokedAt: new Date(), revokedReason: reason })
    .where(
      and(
        eq(authSessions.orgId, ctx.actor.orgId),
        eq(authSessions.userId, userId),
        isNull(authSessions.revokedAt),
      ),
    )
    .returning({ id: authSessions.id });
  return ended.length;
}

/** Revoking a grant revokes its codes, access and refresh tokens. @returns the number ended */
export async function endGrants(tx: Tx, ctx: Context, userId: string, reason: string): Promise<number> {
  const { orgId } = ctx.actor;
  const ended = await tx
    .update(oauthGrants)
    .set({ revokedAt: new Date(), revokedReason: reason })
    .where(and(eq(oauthGrants.orgId, orgId), eq(oauthGrants.userId, userId), isNull(oauthGrants.revokedAt)))
    .returning({ id: oauthGrants.id });
  await tx.delete(oauthConsents).where(and(eq(oauthConsents.orgId, orgId), eq(oauthConsents.userId, userId)));
  return ended.length;
}

/** Ends the user's memberships in the sandboxes of the actor's organization. @returns the number ended */
export async function endInSandboxes(tx: Tx, ctx: Context, userId: string): Promise<number> {
  const sandboxes = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.sandboxOf, ctx.actor.orgId));
  let count = 0;
  for (const { id } of sandboxes) {
    const there = inOrganization(ctx, id);
    await enterTenant(tx, id);
    const ended = await tx
      .update(memberships)
      .set({ endedAt: new Date(), endedBy: actorName(ctx.actor) })
      .where(and(eq(memberships.orgId, id), eq(memberships.userId, userId), isNull(memberships.endedAt)))
      .returning({ userId: memberships.userId });
    if (ended.length > 0) {
      const detail = {
        sessions: await endSessions(tx, there, userId, 'membership_ended'),
        grants: await endGrants(tx, there, userId, 'membership_ended'),
      };
      await recordAudit(tx, there, {
        action: 'end_membership',
        kind: 'write',
        outcome: 'allowed',
        objectKind: 'user',
        objectId: userId,
        detail,
      });
      count++;
    }
  }
  await enterTenant(tx, ctx.actor.orgId);
  return count;
}

/** @param as `delegate`: only where the user covers for others */
export async function endDelegations(
  tx: Tx,
  ctx: Context,
  userId: string,
  as: 'delegate' | 'either',
): Promise<number> {
  const mine =
    as === 'delegate'
      ? eq(delegations.delegateId, userId)
      : or(eq(delegations.delegateId, userId), eq(delegations.userId, userId));
  const ended = await tx
    .update(delegations)
    .set({ endedAt: new Date(), endedBy: actorName(ctx.actor) })
    .where(and(eq(delegations.orgId, ctx.actor.orgId), mine, isNull(delegations.endedAt)))
    .returning({ id: delegations.id });
  return ended.length;
}

/** An open invitation to the same address would let the user in again. */
export const revokeInvitationsTo = (tx: Tx, ctx: Context, emailHash: Buffer): Promise<number> =>
  revokeInvitations(tx, ctx, eq(invitations.emailHash, emailHash));

/** A former administrator may have kept the link of an invitation to their own second address. */
export const revokeInvitationsBy = (tx: Tx, ctx: Context, userId: string): Promise<number> =>
  revokeInvitations(tx, ctx, eq(invitations.createdBy, showId('user', userId)));

async function revokeInvitations(tx: Tx, ctx: Context, which: SQL): Promise<number> {
  const ended = await tx
    .update(invitations)
    .set({ revokedAt: new Date(), revokedBy: actorName(ctx.actor) })
    .where(
      and(
        eq(invitations.orgId, ctx.actor.orgId),
        which,
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    )
    .returning({ id: invitations.id });
  return ended.length;
}
