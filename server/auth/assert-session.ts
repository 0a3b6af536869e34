import { and, eq, gt, isNull } from 'drizzle-orm';
import { authSessions, memberships, organizations, users } from '../db/schema/index';
import { withTenant } from '../db/transaction';
import type { Context } from '../shared/context';
import { admits, proofOf } from './sign-in-rule';
import { DomainError } from '../errors/domain-error';

/**
 * Checks the session again at the end of a long request. Renewal or idling in the meantime does not end it.
 * @throws DomainError `missing_credentials` if it was ended or the user has lost permissions
 */
export async function assertSessionValid({ actor, session }: Context): Promise<void> {
  const [row] = await withTenant(actor.orgId, (tx) =>
    tx
      .select({
        role: memberships.role,
        session: authSessions,
        singleSignOnEnforced: organizations.singleSignOnEnforced,
        breakGlassIds: organizations.breakGlassIds,
      })
      .from(authSessions)
      .innerJoin(
        memberships,
        and(eq(memberships.orgId, authSessions.orgId), eq(memberships.userId, authSessions.userId)),
      )
      .innerJoin(users, eq(users.id, authSessions.userId))
      .innerJoin(organizations, eq(organizations.id, authSessions.orgId))
      .where(
        and(
          eq(authSessions.orgId, actor.orgId),
          eq(authSessions.id, session!.id),
          isNull(authSessions.revokedAt),
          gt(authSessions.expiresAt, new Date()),
          isNull(memberships.endedAt),
          isNull(users.disabledAt),
          isNull(organizations.suspendedAt),
        ),
      ),
  );
  const admitted =
    row !== undefined &&
    admits(row, { ...proofOf(row.session), userId: row.session.userId, orgId: actor.orgId });
  if (!admitted || row.role !== actor.role)
    throw new DomainError('missing_credentials', 'Your session has ended. Sign in again.');
}
