import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { scimUsers, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { assertUnchanged } from '../../shared/assert-unchanged';
import { perform } from '../../shared/perform';
import { findMember, MANAGE } from './access';
import type { CorrectPersonNameInput, ListedPerson, Person } from './contract';
import { belongsElsewhere, lockPerson } from './lock-person';
import { lastSignIns, presentMember } from './present';
import { NAME_OWNER_WORDS } from './rules';

/**
 * Changes the name wherever the user is shown, also on earlier signatures and audit entries: these store the user's ID.
 * The audit entry keeps both names.
 * @throws DomainError `not_found`, `version_mismatch`, `invalid_state` (former member, or another owner of the name)
 */
export function correctPersonName(ctx: Context, input: CorrectPersonNameInput): Promise<ListedPerson> {
  const operation = { action: 'correct_person_name', kind: 'write', ...MANAGE, stepUp: true } as const;
  return perform(ctx, operation, async (tx) => {
    const { user: found } = await findMember(tx, ctx, input.id);
    await lockPerson(tx, found.id);
    // Another request may have changed the user until the lock.
    const { user, membership } = await findMember(tx, ctx, input.id);
    if (membership.endedAt) throw new DomainError('invalid_state', 'The membership has ended.');
    assertUnchanged(input.was, { name: user.name });
    const owner = await nameOwner(tx, ctx.actor.orgId, user.id);
    if (owner) throw new DomainError('invalid_state', NAME_OWNER_WORDS[owner]);
    if (input.name !== user.name)
      await tx.update(users).set({ name: input.name, updatedAt: databaseTime }).where(eq(users.id, user.id));
    const last = await lastSignIns(tx, ctx, [user.id]);
    return {
      output: presentMember({ membership, user: { ...user, name: input.name } }, last.get(user.id)),
      audit: { objectKind: 'user', objectId: user.id, detail: { from: user.name, to: input.name } },
    };
  });
}

/** Who sets the name of a user instead of the administrators. */
export async function nameOwner(tx: Tx, orgId: string, userId: string): Promise<Person['name_owner']> {
  const [provisioned] = await tx
    .select({ userId: scimUsers.userId })
    .from(scimUsers)
    .where(and(eq(scimUsers.orgId, orgId), eq(scimUsers.userId, userId)));
  if (provisioned) return 'identity_provider';
  return (await belongsElsewhere(tx, userId, orgId)) ? 'other_organization' : null;
}
