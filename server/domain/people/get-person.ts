import { and, count, countDistinct, eq, gt, isNotNull, isNull, min, sql } from 'drizzle-orm';
import { listFactors } from '../../auth/factors';
import { authSessions, oauthGrants, userIdentities } from '../../db/schema/index';
import { enterPerson, together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { openReports } from '../reviews/access';
import { findMember, MANAGE, membersById } from './access';
import type { Person } from './contract';
import { nameOwner } from './correct-person-name';
import { createdCredentials } from './created-credentials';
import { openOrders } from './open-work';
import { lastSignIns, presentMember } from './present';

/** A current or former member, with what would end together with the membership. @throws DomainError `not_found` */
export function getPerson(ctx: Context, input: { id: string }): Promise<Person> {
  return perform(ctx, { action: 'get_person', kind: 'read', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const member = await findMember(tx, ctx, input.id);
    const { id } = member.user;
    const now = new Date();
    const [last, sessions, grants, orders, reports, successors] = await together(
      lastSignIns(tx, ctx, [id]),
      tx
        .select({ count: count() })
        .from(authSessions)
        .where(
          and(
            eq(authSessions.orgId, orgId),
            eq(authSessions.userId, id),
            isNull(authSessions.revokedAt),
            gt(authSessions.expiresAt, now),
            sql`${authSessions.lastSeenAt} + make_interval(mins => ${authSessions.idleMinutes}) > ${now.toISOString()}::timestamptz`,
          ),
        ),
      tx
        .select({ count: countDistinct(oauthGrants.appId) })
        .from(oauthGrants)
        .where(
          and(
            eq(oauthGrants.orgId, orgId),
            eq(oauthGrants.userId, id),
            isNull(oauthGrants.revokedAt),
            isNotNull(oauthGrants.activatedAt),
            gt(oauthGrants.expiresAt, now),
          ),
        ),
      openOrders(tx, ctx, id),
      openReports(tx, ctx, id),
      membersById(tx, ctx, member.membership.successorId ? [member.membership.successorId] : []),
    );
    const [successor] = successors;
    const [linked] = await tx
      .select({ since: min(userIdentities.createdAt) })
      .from(userIdentities)
      .where(and(eq(userIdentities.orgId, orgId), eq(userIdentities.userId, id)));
    const factors = member.membership.endedAt ? null : await factorsOfMember(tx, id);
    return {
      output: {
        ...presentMember(member, last.get(id)),
        name_owner: await nameOwner(tx, orgId, id),
        sessions: sessions[0]?.count ?? 0,
        open_orders: orders,
        open_reports: reports,
        applications: grants[0]?.count ?? 0,
        successor: successor ? { id: showId('user', successor.user.id), name: successor.user.name } : null,
        made: await createdCredentials(tx, ctx, id),
        single_sign_on_since: linked?.since?.toISOString() ?? null,
        second_factors: factors,
      },
      audit: { objectKind: 'user', objectId: id },
    };
  });
}

/** Widens the transaction to the user's own rows only for this query. */
async function factorsOfMember(tx: Tx, userId: string): Promise<NonNullable<Person['second_factors']>> {
  await enterPerson(tx, userId);
  const factors = await listFactors(tx, userId);
  await enterPerson(tx, null);
  return factors.map(({ kind, since }) => ({ kind, since: since.toISOString() }));
}
