import { and, eq, isNull, ne } from 'drizzle-orm';
import { lockPerson } from '../../auth/factors';
import { forgetDevices } from '../../auth/known-device';
import { removeRecoveryCodes } from '../../auth/recovery-codes';
import { authSessions, memberships, passkeys, totpSecrets } from '../../db/schema/index';
import { enterPerson, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId, showId } from '../../shared/ids';
import type { ResetDone } from './contract';

/**
 * Removes all second factors of a user who lost them, and ends their sessions. Administrators may do this only for
 * users who belong to no other organization, whose protection would be lost too.
 * @throws DomainError `not_found`, `forbidden` (a member of other organizations, or oneself)
 */
export function resetSecondFactor(ctx: Context, input: { id: string }): Promise<ResetDone> {
  return perform(
    ctx,
    { action: 'reset_second_factor', kind: 'write', role: 'admin', peopleOnly: true, stepUp: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const userId = pathId('user', input.id);
      const [member] = await tx
        .select({ userId: memberships.userId })
        .from(memberships)
        .where(
          and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), isNull(memberships.endedAt)),
        );
      if (!member) throw notFound();
      if (userId === ctx.actor.id)
        throw new DomainError('forbidden', 'Remove your own factors on your account page.');
      await enterPerson(tx, userId);
      // Before checking other memberships: adding a membership locks the user as well.
      if (!(await lockPerson(tx, userId))) throw notFound();
      const [elsewhere] = await tx
        .select({ orgId: memberships.orgId })
        .from(memberships)
        .where(
          and(eq(memberships.userId, userId), ne(memberships.orgId, orgId), isNull(memberships.endedAt)),
        );
      // The operator is responsible for all organizations.
      if (elsewhere && ctx.actor.kind !== 'system')
        throw new DomainError(
          'forbidden',
          'This user also belongs to another organization. Ask the operator of the service.',
        );
      await removeFactors(tx, userId);
      await tx
        .update(authSessions)
        .set({ revokedAt: new Date(), revokedReason: 'second_factor_reset' })
        .where(
          and(eq(authSessions.orgId, orgId), eq(authSessions.userId, userId), isNull(authSessions.revokedAt)),
        );
      return {
        output: { id: showId('user', userId), object: 'second_factor_reset' as const },
        audit: { objectKind: 'user', objectId: userId },
      };
    },
  );
}

/** @param tx holds the user's lock, with the user in scope */
async function removeFactors(tx: Tx, userId: string): Promise<void> {
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await removeRecoveryCodes(tx, userId);
  await forgetDevices(tx, userId);
}
