import { and, asc, eq, isNull } from 'drizzle-orm';
import { memberships, users } from '../db/schema/index';
import type { Tx } from '../db/transaction';

export interface Recipient {
  name: string;
  email: string;
}

/** The administrators of the organization, for notifications. */
export const administratorsOf = (tx: Tx, orgId: string): Promise<Recipient[]> =>
  tx
    .select({ name: users.name, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.orgId, orgId),
        eq(memberships.role, 'admin'),
        isNull(memberships.endedAt),
        isNull(users.disabledAt),
      ),
    )
    .orderBy(asc(users.id));
