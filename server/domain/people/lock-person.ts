import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { memberships, passwordResets, users } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';

/**
 * Users are shared by all organizations, and an administrator of one must not gain access to a user's other
 * organizations: a reset link shown to an administrator must not work once the user belongs elsewhere. So creating such
 * a link and adding a membership both lock the user first.
 */

/** Locks the user until the transaction ends. @param tx can see the user, as a member or by email address */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/**
 * Revokes reset links created by administrators; those that the user requested remain.
 * @param tx holds the user's lock
 */
export async function endShownResets(tx: Tx, userId: string): Promise<void> {
  await enterPerson(tx, userId);
  await tx
    .update(passwordResets)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(passwordResets.userId, userId),
        isNull(passwordResets.usedAt),
        ne(passwordResets.createdBy, 'system'),
      ),
    );
  await enterPerson(tx, null);
}

/** @param tx holds the user's lock */
export async function belongsElsewhere(tx: Tx, userId: string, orgId: string): Promise<boolean> {
  await enterPerson(tx, userId);
  const [row] = await tx
    .select({ one: sql`1` })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), ne(memberships.orgId, orgId), isNull(memberships.endedAt)))
    .limit(1);
  await enterPerson(tx, null);
  return row !== undefined;
}
