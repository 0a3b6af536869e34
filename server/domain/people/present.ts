import { and, eq, gte, inArray, max } from 'drizzle-orm';
import { authSessions, type invitations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { lowestIdAt, showId } from '../../shared/ids';
import type { Member } from './access';
import type { Invitation, ListedPerson } from './contract';
import { SIGN_IN_DAYS } from './rules';

export function presentMember({ membership, user }: Member, lastSignIn: Date | undefined): ListedPerson {
  return {
    id: showId('user', user.id),
    object: 'person',
    name: user.name,
    email: user.email,
    role: membership.role,
    since: membership.createdAt.toISOString(),
    last_sign_in_at: lastSignIn?.toISOString() ?? null,
    ended_at: membership.endedAt?.toISOString() ?? null,
    ended_by: membership.endedBy,
  };
}

export interface Practitioner {
  id: string;
  name: string;
  active: boolean;
}

export const presentPractitioner = ({ membership, user }: Member): Practitioner => ({
  id: showId('user', user.id),
  name: user.name,
  active: membership.endedAt === null && user.disabledAt === null,
});

/**
 * Latest session of each user in this organization. IDs start with their time, so the primary key finds recent ones.
 */
export async function lastSignIns(tx: Tx, ctx: Context, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const since = lowestIdAt(new Date(Date.now() - SIGN_IN_DAYS * 86_400_000));
  const rows = await tx
    .select({ userId: authSessions.userId, at: max(authSessions.createdAt) })
    .from(authSessions)
    .where(
      and(
        eq(authSessions.orgId, ctx.actor.orgId),
        gte(authSessions.id, since),
        inArray(authSessions.userId, [...ids]),
      ),
    )
    .groupBy(authSessions.userId);
  return new Map(rows.flatMap(({ userId, at }) => (at ? [[userId, at] as const] : [])));
}

export type InvitationRow = typeof invitations.$inferSelect;

export function presentInvitation(row: InvitationRow): Invitation {
  const state = row.acceptedAt
    ? 'accepted'
    : row.revokedAt
      ? 'revoked'
      : row.expiresAt <= new Date()
        ? 'expired'
        : 'open';
  return {
    id: showId('invitation', row.id),
    object: 'invitation',
    name: row.name,
    email: row.email,
    role: row.role,
    state,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    expires_at: row.expiresAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
