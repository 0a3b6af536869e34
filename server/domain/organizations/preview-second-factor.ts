import { and, eq, gt, isNull } from 'drizzle-orm';
import { asksSecondFactor, provesSecondFactor } from '../../auth/second-factor-rule';
import { isLive, oldestThatCanLive } from '../../auth/session-activity';
import { authSessions, memberships } from '../../db/schema/index';
import type { SecondFactorRule } from '../../data-types/organization-codes';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { SecondFactorPreview } from './contract';

/** Numbers of users whom each rule would sign out now. */
export function previewSecondFactor(ctx: Context): Promise<SecondFactorPreview> {
  const operation = {
    action: 'preview_second_factor',
    kind: 'read',
    role: 'admin',
    peopleOnly: true,
  } as const;
  return perform<SecondFactorPreview>(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const now = new Date();
    const rows = await tx
      .select({ session: authSessions, role: memberships.role })
      .from(authSessions)
      .innerJoin(
        memberships,
        and(eq(memberships.orgId, authSessions.orgId), eq(memberships.userId, authSessions.userId)),
      )
      .where(
        and(
          eq(authSessions.orgId, orgId),
          isNull(authSessions.revokedAt),
          gt(authSessions.id, oldestThatCanLive(now)),
          isNull(memberships.endedAt),
        ),
      );
    const open = rows.filter(
      ({ session }) => isLive(session, now.getTime()) && !provesSecondFactor(session.methods),
    );
    const usersOf = (rule: SecondFactorRule) =>
      new Set(open.filter(({ role }) => asksSecondFactor(rule, role)).map(({ session }) => session.userId))
        .size;
    return {
      output: {
        admins: usersOf('admins'),
        everyone: usersOf('everyone'),
        proven: provesSecondFactor(ctx.session?.methods ?? []),
      },
      audit: { objectKind: 'organization', objectId: orgId },
    };
  });
}
