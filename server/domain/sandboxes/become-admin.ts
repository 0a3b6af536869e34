import { memberships } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';
import { actorName, type Context } from '../../shared/context';
import { endShownResets, lockPerson } from '../people/lock-person';

/**
 * Makes the user an administrator of the sandbox.
 * @param tx in the sandbox
 */
export async function becomeAdmin(tx: Tx, ctx: Context, sandboxId: string): Promise<void> {
  const userId = ctx.actor.id!;
  const active = { role: 'admin', endedAt: null, endedBy: null, successorId: null } as const;
  await enterPerson(tx, userId);
  await lockPerson(tx, userId);
  await tx
    .insert(memberships)
    .values({
      orgId: sandboxId,
      userId,
      role: 'admin',
      createdAt: new Date(),
      createdBy: actorName(ctx.actor),
    })
    .onConflictDoUpdate({ target: [memberships.orgId, memberships.userId], set: active });
  await endShownResets(tx, userId);
}
