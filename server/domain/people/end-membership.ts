import { and, eq } from 'drizzle-orm';
import { emailHash } from '../../auth/password';
import { memberships } from '../../db/schema/index';
import { perform } from '../shared/perform';
import { actorName, type Context } from '../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { showId } from '../shared/ids';
import { handOver, openReports } from '../reviews/access';
import { assertAdminRemains, holdMember, holdSubstitute, MANAGE } from './access';
import type { EndMembershipInput, ListedPerson } from './contract';
import {
  endDelegations,
  endGrants,
  endSessions,
  revokeInvitationsBy,
  revokeInvitationsTo,
} from './end-access';
import { madeBy } from './made-by';
import { openOrders } from './open-work';
import { lastSignIns, presentMember } from './present';

/**
 * Ends somebody's membership, and with it all they hold here: sessions, what applications may in their name, absences,
 * an invitation to come back, and those they have made. What they are in other organisations is not touched. Open work
 * needs somebody who takes it over. Keys and applications that they made are the organisation's and go on: the audit says
 * how many, and their page names them.
 * @throws DomainError `not_found`, `forbidden` (oneself), `invalid_state` (ended already, last admin), `validation_failed` (heir)
 */
export function endMembership(ctx: Context, input: EndMembershipInput): Promise<ListedPerson> {
  return perform(ctx, { action: 'end_membership', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const member = await holdMember(tx, ctx, input.id);
    const { membership, user } = member;
    if (membership.endedAt) throw new DomainError('invalid_state', 'The membership has ended already.');
    assertAdminRemains(member);
    const orders = await openOrders(tx, ctx, user.id);
    const reports = await openReports(tx, ctx, user.id);
    if (orders + reports > 0 && input.heir_id === undefined)
      throw fieldError(
        '/heir_id',
        'required',
        `must name who takes over ${orders} open lab orders and ${reports} unsigned reports`,
      );
    const heirId =
      input.heir_id === undefined ? null : await holdSubstitute(tx, ctx, input.heir_id, user.id, '/heir_id');
    const ended = { endedAt: new Date(), endedBy: actorName(ctx.actor), heirId };
    await tx
      .update(memberships)
      .set(ended)
      .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, user.id)));
    if (heirId) await handOver(tx, ctx, user.id, heirId);
    const sessions = await endSessions(tx, ctx, user.id, 'membership_ended');
    const grants = await endGrants(tx, ctx, user.id, 'membership_ended');
    const delegations = await endDelegations(tx, ctx, user.id, 'either');
    await revokeInvitationsTo(tx, ctx, Buffer.from(emailHash(user.email), 'hex'));
    await revokeInvitationsBy(tx, ctx, user.id);
    const made = await madeBy(tx, ctx, user.id);
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
          open_orders: orders,
          open_reports: reports,
          api_keys_left: made.api_keys.length,
          oauth_apps_left: made.oauth_apps.length,
          ...(heirId ? { heir: showId('user', heirId) } : {}),
        },
      },
    };
  });
}
