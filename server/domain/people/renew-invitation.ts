import { and, eq, isNull } from 'drizzle-orm';
import { invitations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId } from '../../shared/ids';
import { MANAGE } from './access';
import type { MadeInvitation } from './contract';
import {
  deliver,
  endOfInvitation,
  hashOf,
  nameOfOrganization,
  newSecret,
  type Issued,
} from './invitation-link';

/**
 * Replaces the link of an open or expired invitation.
 * @throws DomainError `not_found`, `invalid_state` (accepted or revoked)
 */
export async function renewInvitation(ctx: Context, input: { id: string }): Promise<MadeInvitation> {
  const secret = newSecret();
  const operation = { action: 'renew_invitation', kind: 'write', ...MANAGE, stepUp: true } as const;
  const issued = await perform<Issued>(ctx, operation, async (tx) => {
    const mine = and(
      eq(invitations.orgId, ctx.actor.orgId),
      eq(invitations.id, pathId('invitation', input.id)),
    );
    const [row] = await tx
      .update(invitations)
      .set({
        secretHash: hashOf(secret),
        expiresAt: endOfInvitation(new Date()),
        createdBy: actorName(ctx.actor),
        sentAt: null,
      })
      .where(and(mine, isNull(invitations.acceptedAt), isNull(invitations.revokedAt)))
      .returning();
    if (!row) {
      const [over] = await tx.select({ id: invitations.id }).from(invitations).where(mine);
      throw over
        ? new DomainError('invalid_state', 'The invitation was already accepted or withdrawn.')
        : notFound();
    }
    return {
      output: { row, organization: await nameOfOrganization(tx, ctx), secret },
      audit: { objectKind: 'invitation', objectId: row.id },
    };
  });
  return deliver(ctx, issued);
}
