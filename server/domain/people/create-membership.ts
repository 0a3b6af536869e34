import { and, eq, isNotNull } from 'drizzle-orm';
import { emailHash } from '../../auth/password';
import { ROLES, type Role } from '../../data-types/role-codes';
import { memberships, organizations, users } from '../../db/schema/index';
import { enterPerson, withScope, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { endShownResets, lockPerson } from './lock-person';

export interface CreateMembershipInput {
  email: string;
  role: Role;
}

export interface CreatedMembership {
  id: string;
  object: 'membership';
  email: string;
  name: string;
  role: Role;
}

/**
 * Makes an existing user a member. Operator only: an administrator could use it to find out who has an account, and
 * sends an invitation instead.
 * @throws DomainError `forbidden`, `validation_failed`, `not_found` (no such account), `invalid_state` (already a
 * member, account disabled, organization suspended)
 */
export async function createMembership(
  ctx: Context,
  { email, role }: CreateMembershipInput,
): Promise<CreatedMembership> {
  if (ctx.actor.kind !== 'system') throw new DomainError('forbidden', 'Only the operator can do this.');
  if (!ROLES.includes(role)) throw fieldError('/role', 'not_allowed', `must be one of ${ROLES.join(', ')}`);
  const userId = await findByEmail(email);
  return perform(ctx, { action: 'create_membership', kind: 'write', peopleOnly: true }, async (tx) => {
    const { orgId } = ctx.actor;
    await assertOpen(tx, orgId);
    await enterPerson(tx, userId);
    await lockPerson(tx, userId);
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user || user.disabledAt) throw new DomainError('invalid_state', 'This account is closed.');
    const [joined] = await tx
      .insert(memberships)
      .values({ orgId, userId, role, createdAt: new Date(), createdBy: actorName(ctx.actor) })
      .onConflictDoUpdate({
        target: [memberships.orgId, memberships.userId],
        set: { role, endedAt: null, endedBy: null, successorId: null },
        setWhere: isNotNull(memberships.endedAt),
      })
      .returning({ userId: memberships.userId });
    if (!joined) throw await alreadyMember(tx, orgId, userId);
    await endShownResets(tx, userId);
    return {
      output: {
        id: showId('user', userId),
        object: 'membership' as const,
        email: user.email,
        name: user.name,
        role,
      },
      audit: { objectKind: 'user', objectId: userId, detail: { role } },
    };
  });
}

async function findByEmail(email: string): Promise<string> {
  const hash = emailHash(email);
  const [user] = await withScope({ emailHash: hash }, (tx) =>
    tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.emailHash, Buffer.from(hash, 'hex'))),
  );
  if (!user)
    throw new DomainError('not_found', 'No account has this email address. Create one with "user create".');
  return user.id;
}

async function assertOpen(tx: Tx, orgId: string): Promise<void> {
  const [row] = await tx
    .select({ suspendedAt: organizations.suspendedAt })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (row?.suspendedAt)
    throw new DomainError('invalid_state', 'The organization is suspended. Resume it with "org resume".');
}

async function alreadyMember(tx: Tx, orgId: string, userId: string): Promise<DomainError> {
  const [row] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)));
  return new DomainError(
    'invalid_state',
    `This user is already a member of the organization${row ? `, as ${row.role}` : ''}. An administrator can change the role.`,
  );
}
