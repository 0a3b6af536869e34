import { and, eq, isNull } from 'drizzle-orm';
import { invitations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId } from '../../shared/ids';
import { MANAGE } from './access';
import type { Invitation } from './contract';
import { presentInvitation } from './present';

/** @throws DomainError `not_found`, `invalid_state` (accepted or revoked) */
export function revokeInvitation(ctx: Context, input: { id: string }): Promise<Invitation> {
  return perform(ctx, { action: 'revoke_invitation', kind: 'write', ...MANAGE }, async (tx) => {
    const id = pathId('invitation', input.id);
    const mine = and(eq(invitations.orgId, ctx.actor.orgId), eq(invitations.id, id));
    const [row] = await tx
      .update(invitations)
      .set({ revokedAt: new Date(), revokedBy: actorName(ctx.actor) })
      .where(and(mine, isNull(invitations.acceptedAt), isNull(invitations.revokedAt)))
      .returning();
    if (!row) {
      const [over] = await tx.select({ id: invitations.id }).from(invitations).where(mine);
      throw over
        ? new DomainError('invalid_state', 'The invitation was already accepted or withdrawn.')
        : notFound();
    }
    return { output: presentInvitation(row), audit: { objectKind: 'invitation', objectId: id } };
  });
}
