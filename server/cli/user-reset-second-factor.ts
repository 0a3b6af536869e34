import { and, eq, isNull } from 'drizzle-orm';
import { emailHash } from '../auth/password';
import { memberships, users } from '../db/schema/index';
import { enterPerson, withScope } from '../db/transaction';
import { notFound, showId } from '../shared/ids';
import { resetSecondFactor } from '../domain/second-factors/reset-second-factor';
import { systemContext } from '../shared/system-actor';
import type { Command } from './arguments';

/** For a user who has lost all second factors. Ends their sessions in every organization, with an audit row in each. */
export const userResetSecondFactor: Command = {
  name: 'user reset-second-factor',
  flags: {},
  operand: 'EMAIL',
  async run(given) {
    const hash = emailHash(given.operand);
    const found = await withScope({ emailHash: hash }, async (tx) => {
      const [user] = await tx
        .select({ id: users.id })
        .from(users)
        .where(eq(users.emailHash, Buffer.from(hash, 'hex')));
      if (!user) throw notFound();
      await enterPerson(tx, user.id);
      const rows = await tx
        .select({ orgId: memberships.orgId })
        .from(memberships)
        .where(and(eq(memberships.userId, user.id), isNull(memberships.endedAt)));
      return { id: user.id, orgIds: rows.map(({ orgId }) => orgId) };
    });
    if (found.orgIds.length === 0) throw notFound();
    const id = showId('user', found.id);
    for (const orgId of found.orgIds) await resetSecondFactor(systemContext(orgId, 'admin'), { id });
    return { id, object: 'second_factor_reset', organizations: found.orgIds.length };
  },
};
