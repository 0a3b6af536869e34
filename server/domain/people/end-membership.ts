import { and, eq } from 'drizzle-orm';
import { emailHash } from '../../auth/password';
import { memberships } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { handOver, openReports } from '../reviews/access';
import { assertAdminRemains, assertNotBreakGlass, lockMember, lockSubstitute, MANAGE } from './access';
import type { EndMembershipInput, ListedPerson } from './contract';
import {
  endDelegations,
  endGrants,
  endInSandboxes,
  endSessions,
  revokeInvitationsBy,
  revokeInvitationsTo,
} from './end-access';
import { createdCredentials } from './created-credentials';
import { openOrders } from './open-work';
import { lastSignIns, presentMember } from './present';

/**
 * Ends a membership with its sessions, application grants, delegations, and invitations to or by the user, and
 * those of the organization's sandboxes. Other organizations are not affected. Open work needs a successor. Keys and applications that the user created belong to
 * the organization and remain: the audit row counts them, and the user's page lists them.
 * @throws DomainError `not_found`, `forbidden` (oneself), `invalid_state` (already ended, last administrator),
 * `validation_failed` (successor)
 */
export function endMembership(ctx: Context, input: EndMembershipInput): Promise<ListedPerson> {
  return perform(ctx, { action: 'end_membership', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const member = await lockMember(tx, ctx, input.id);
    const { membership, user } = member;
    if (membership.endedAt) throw new DomainError('invalid_state', 'The membership has already ended.');
    assertAdminRemains(member);
    await assertNotBreakGlass(tx, ctx, user.id);
    const orders = await openOrders(tx, ctx, user.id);
    const reports = await openReports(tx, ctx, user.id);
    if (orders + reports > 0 && input.successor_id === undefined)
      throw fieldError(
        '/successor_id',
        'required',
        `Choose who takes over ${orders} open lab orders and ${reports} unsigned reports.`,
      );
    const successorId =
      input.successor_id === undefined
        ? null
        : await lockSubstitute(tx, ctx, input.successor_id, user.id, '/successor_id');
    const ended = { endedAt: new Date(), endedBy: actorName(ctx.actor), successorId };
    await tx
      .update(memberships)
      .set(ended)
      .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, user.id)));
    if (successorId) await handOver(tx, ctx, user.id, successorId);
    const sessions = await endSessions(tx, ctx, user.id, 'membership_ended');
    const grants = await endGrants(tx, ctx, user.id, 'membership_ended');
    const delegations = await endDelegations(tx, ctx, user.id, 'either');
    const sandboxes = await endInSandboxes(tx, ctx, user.id);
    await revokeInvitationsTo(tx, ctx, Buffer.from(emailHash(user.email), 'hex'));
    await revokeInvitationsBy(tx, ctx, user.id);
    const made = await createdCredentials(tx, ctx, user.id);
    const last = await lastSignIns(tx, ctx, [user.id]);
    return {
      output: presentMember({ user, membership: { ...membership, ...ended } }, last.get(user.id)),
      audit: {
        objectKind: 'user',
        objectId: user.id,
        detail: {
          sessions,
          grants,
          delegations,
          ...(sandboxes > 0 ? { sandboxes } : {}),
          open_orders: orders,
          open_reports: reports,
          api_keys_left: made.api_keys.length,
          oauth_apps_left: made.oauth_apps.length,
          ...(successorId ? { heir: showId('user', successorId) } : {}),
        },
      },
    };
  });
}
