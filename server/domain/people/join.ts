import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { memberships, passwordResets, users } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';

/**
 * People are known to all organisations, and an administrator of one must get no power over somebody in another: a link
 * to a new password that one of them was shown may not be good once the person belongs elsewhere. Whoever makes such a
 * link, and whatever makes somebody a member, holds the person first.
 */

/** Held until the transaction ends. @param tx sees the person: a member, or by their address */
export async function holdPerson(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/** Links to a new password that administrators have made end; those that the person asked for stay. @param tx holds the person */
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

/** @param tx holds the person */
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
