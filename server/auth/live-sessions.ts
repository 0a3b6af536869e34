import { and, eq, inArray, isNull } from 'drizzle-orm';
import { authSessions, memberships, organizations, users } from '../db/schema/index';
import { withTenant } from '../db/transaction';
import type { Role } from '../data-types/role-codes';
import { asksSecondFactor, provesSecondFactor } from './second-factor-rule';
import { admits, proofOf } from './sign-in-rule';
import { isLive } from './session-activity';

/**
 * The current role of each session (UUID) that is still valid, by the rules of `sessionOfSecret`; sessions that have
 * ended are missing. One query for connections that stay open.
 */
export async function rolesOfLiveSessions(
  orgId: string,
  ids: readonly string[],
  now = Date.now(),
): Promise<Map<string, Role>> {
  const rows = await withTenant(orgId, (tx) =>
    tx
      .select({
        session: authSessions,
        role: memberships.role,
        secondFactor: organizations.secondFactor,
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
          eq(authSessions.orgId, orgId),
          inArray(authSessions.id, [...ids]),
          isNull(memberships.endedAt),
          isNull(users.disabledAt),
          isNull(organizations.suspendedAt),
        ),
      ),
  );
  return new Map(
    rows
      .filter(({ session }) => isLive(session, now))
      .filter(
        ({ session, role, secondFactor }) =>
          !asksSecondFactor(secondFactor, role) || provesSecondFactor(session.methods),
      )
      .filter(({ session, ...rule }) => admits(rule, { ...proofOf(session), userId: session.userId, orgId }))
      .map(({ session, role }) => [session.id, role]),
  );
}
