import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { authSessions, organizations } from '../db/schema/index';
import { enterTenant, type Tx } from '../db/transaction';
import type { Context } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { newId } from '../shared/ids';
import { secretHash } from './api-key-format';
import { admits, proofOf } from './sign-in-rule';

/** Replaces a session when the organization or the password changes (C-01). */

export interface OpenedSession {
  id: string;
  /** Stored only in the encrypted cookie. */
  sid: string;
}

export interface SessionChange {
  /** The organization to continue in. The transaction stays scoped to it. */
  orgId?: string;
  authenticatedAt?: Date;
}

/**
 * Ends the request's session and opens one with a new secret, for the same user with the same sign-in and end times, so
 * that a session cannot be extended this way. Of several concurrent attempts one succeeds.
 * @param tx scoped to the session's organization
 * @throws DomainError `missing_credentials` if the session has ended
 */
export async function replaceSession(
  tx: Tx,
  ctx: Context,
  reason: string,
  change: SessionChange = {},
): Promise<OpenedSession> {
  const mine = and(
    eq(authSessions.orgId, ctx.actor.orgId),
    eq(authSessions.id, ctx.session!.id),
    isNull(authSessions.revokedAt),
  );
  const [old] = await tx
    .update(authSessions)
    .set({ revokedAt: new Date(), revokedReason: reason })
    .where(mine)
    .returning();
  if (!old) throw new DomainError('missing_credentials', 'Your session has ended. Sign in again.');
  const orgId = change.orgId ?? old.orgId;
  if (orgId !== old.orgId) await enterTenant(tx, orgId);
  const [organization] = await tx
    .select({
      idleMinutes: organizations.idleMinutes,
      singleSignOnEnforced: organizations.singleSignOnEnforced,
      breakGlassIds: organizations.breakGlassIds,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!organization) throw new Error('There is no such organization');
  if (!admits(organization, { ...proofOf(old), userId: old.userId, orgId }))
    throw new DomainError('forbidden', 'This sign-in does not open that organization.');
  const sid = randomBytes(32).toString('base64url');
  const id = newId();
  await tx.insert(authSessions).values({
    ...old,
    orgId,
    id,
    secretHash: Buffer.from(secretHash(sid), 'hex'),
    authenticatedAt: change.authenticatedAt ?? old.authenticatedAt,
    lastSeenAt: new Date(),
    idleMinutes: organization.idleMinutes,
    revokedAt: null,
    revokedReason: null,
  });
  return { id, sid };
}
