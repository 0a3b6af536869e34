import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Role } from '../../data-types/role-codes';
import { memberships, organizations, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { notFound, pathId, readId } from '../../shared/ids';
import { isRole, SIGNERS } from '../../shared/scopes';

/** Members of the actor's organization, and the locks for membership changes. */

type MembershipRow = typeof memberships.$inferSelect;
type UserRow = typeof users.$inferSelect;

export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;

/** Names of users, for what clients may read that names them. */
export const PRACTITIONERS = {
  scope: ['patients:read', 'labs:read', 'documents:read'],
} as const satisfies Partial<Operation<unknown>>;

export interface Member {
  membership: MembershipRow;
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'disabledAt'>;
}

const columns = {
  membership: memberships,
  user: { id: users.id, name: users.name, email: users.email, disabledAt: users.disabledAt },
};

/** @throws DomainError `not_found` if never a member of this organization */
export async function findMember(tx: Tx, ctx: Context, id: string): Promise<Member> {
  const [member] = await membersById(tx, ctx, [pathId('user', id)]);
  if (!member) throw notFound();
  return member;
}

export async function membersById(tx: Tx, ctx: Context, ids: readonly string[]): Promise<Member[]> {
  if (ids.length === 0) return [];
  return tx
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, ctx.actor.orgId), inArray(memberships.userId, [...ids])));
}

/** Current and former members, oldest account first. */
export const allMembers = (tx: Tx, ctx: Context): Promise<Member[]> =>
  tx
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.orgId, ctx.actor.orgId))
    .orderBy(asc(users.id));

/**
 * Locks the member and all administrators until the transaction ends: if two administrators end each other's membership
 * at once, the second one fails.
 * @throws DomainError `not_found`, `forbidden` (the actor is no longer an administrator, or the member is the actor)
 */
export async function lockMember(
  tx: Tx,
  ctx: Context,
  id: string,
): Promise<Member & { otherAdmins: number }> {
  const { orgId, kind, id: actorId } = ctx.actor;
  const userId = pathId('user', id);
  const locked = await tx
    .select({ userId: memberships.userId, role: memberships.role, endedAt: memberships.endedAt })
    .from(memberships)
    .where(
      and(
        eq(memberships.orgId, orgId),
        or(eq(memberships.userId, userId), and(eq(memberships.role, 'admin'), isNull(memberships.endedAt))),
      ),
    )
    .orderBy(asc(memberships.userId))
    .for('update');
  const admins = locked.filter(({ role, endedAt }) => role === 'admin' && endedAt === null);
  if (kind === 'user') {
    if (!admins.some((admin) => admin.userId === actorId))
      throw new DomainError('forbidden', 'You are no longer an administrator of this organization.');
    if (userId === actorId)
      throw new DomainError('forbidden', 'You cannot change your own membership. Ask another administrator.');
  }
  const member = await findMember(tx, ctx, id);
  return { ...member, otherAdmins: admins.filter((admin) => admin.userId !== userId).length };
}

/** @throws DomainError `invalid_state` */
export function assertAdminRemains({ membership, otherAdmins }: Member & { otherAdmins: number }): void {
  if (membership.role === 'admin' && membership.endedAt === null && otherAdmins === 0)
    throw new DomainError(
      'invalid_state',
      'This is the last administrator of the organization. Add another administrator first.',
    );
}

/** @throws DomainError `invalid_state`: single sign-on is enforced, and the member is one of the two exceptions */
export async function assertNotBreakGlass(tx: Tx, ctx: Context, userId: string): Promise<void> {
  const [row] = await tx
    .select({ enforced: organizations.singleSignOnEnforced, ids: organizations.breakGlassIds })
    .from(organizations)
    .where(eq(organizations.id, ctx.actor.orgId))
    .for('share');
  if (row?.enforced && row.ids.includes(userId))
    throw new DomainError(
      'invalid_state',
      'This is a break-glass administrator. Choose another one under Single sign-on first.',
    );
}

/**
 * Locks a user who takes over another's work, so that they remain a member until the transaction ends.
 * @throws DomainError `validation_failed` at `pointer`: the same message for non-members and members without the right
 */
export async function lockSubstitute(
  tx: Tx,
  ctx: Context,
  id: string,
  besides: string,
  pointer: string,
): Promise<string> {
  const notAllowed = () => fieldError(pointer, 'not_allowed', 'must be an active clinician or administrator');
  const userId = readId('user', id);
  if (!userId || userId === besides) throw notAllowed();
  const [row] = await tx
    .select({ role: memberships.role, disabledAt: users.disabledAt })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.orgId, ctx.actor.orgId),
        eq(memberships.userId, userId),
        isNull(memberships.endedAt),
      ),
    )
    .for('share', { of: memberships });
  if (!row || row.disabledAt || !isSigner(row.role)) throw notAllowed();
  return userId;
}

/** A condition on `memberships` joined with `users`: members who may currently sign. */
export const isActiveSigner = (ctx: Context): SQL =>
  and(
    eq(memberships.orgId, ctx.actor.orgId),
    isNull(memberships.endedAt),
    isNull(users.disabledAt),
    inArray(memberships.role, ['admin', ...SIGNERS]),
  )!;

/** Signs results, and can take over the work of others. */
export const isSigner = (role: Role): boolean => isRole(role, SIGNERS);
