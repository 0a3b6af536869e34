import { and, eq, gt, isNull } from 'drizzle-orm';
import { factorStatuses } from '../../auth/factors';
import { asksSecondFactor, provesSecondFactor } from '../../auth/second-factor-rule';
import { isLive, oldestThatCanLive } from '../../auth/session-activity';
import { authSessions, memberships } from '../../db/schema/index';
import type { SecondFactorRule } from '../../data-types/organization-codes';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { SecondFactorPreview } from './contract';

/** For each rule, the users who would need a second factor, and those whom it would sign out now. */
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
    const members = await tx
      .select({ id: memberships.userId, role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.orgId, orgId), isNull(memberships.endedAt)));
    const sessions = await tx
      .select()
      .from(authSessions)
      .where(
        and(
          eq(authSessions.orgId, orgId),
          isNull(authSessions.revokedAt),
          gt(authSessions.id, oldestThatCanLive(now)),
        ),
      );
    const factors = await factorStatuses(
      tx,
      orgId,
      members.map(({ id }) => id),
    );
    const unproven = new Set(
      sessions
        .filter((session) => isLive(session, now.getTime()) && !provesSecondFactor(session.methods))
        .map(({ userId }) => userId),
    );
    const effectOf = (rule: SecondFactorRule) => {
      const asked = members.filter(({ role }) => asksSecondFactor(rule, role));
      return {
        without: asked.filter(({ id }) => factors.get(id) === 'off').length,
        signed_out: asked.filter(({ id }) => unproven.has(id)).length,
      };
    };
    return {
      output: {
        admins: effectOf('admins'),
        everyone: effectOf('everyone'),
        // One that this session has not shown is asked for with the password.
        has_own: provesSecondFactor(ctx.session?.methods ?? []) || factors.get(ctx.actor.id!) === 'on',
      },
      audit: { objectKind: 'organization', objectId: orgId },
    };
  });
}
