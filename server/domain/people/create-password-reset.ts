import { makePasswordReset, RESET_MINUTES, resetLink } from '../../auth/password-reset';
import { passwordResetMail } from '../../mail/password-reset-mail';
import { mailIsSet, sendMail } from '../../mail/send-mail';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { findMember, MANAGE } from './access';
import type { MadeReset } from './contract';
import { belongsElsewhere, lockPerson } from './lock-person';

/**
 * Creates a password reset link for a member. Emailed; without a mail server it is returned instead, if the user
 * belongs to no other organization.
 * @throws DomainError `not_found`, `forbidden` (oneself), `invalid_state` (former member, belongs elsewhere)
 */
export async function createPasswordReset(ctx: Context, input: { id: string }): Promise<MadeReset> {
  const byMail = mailIsSet();
  const operation = { action: 'create_password_reset', kind: 'write', ...MANAGE, stepUp: true } as const;
  const made = await perform(ctx, operation, async (tx) => {
    const { orgId, id: actorId } = ctx.actor;
    const { membership, user } = await findMember(tx, ctx, input.id);
    if (user.id === actorId)
      throw new DomainError('forbidden', 'Change your own password on your account page.');
    if (membership.endedAt || user.disabledAt)
      throw new DomainError('invalid_state', 'The membership has ended, so the user cannot sign in.');
    await lockPerson(tx, user.id);
    if (!byMail && (await belongsElsewhere(tx, user.id, orgId)))
      throw new DomainError(
        'invalid_state',
        'The user also belongs to another organization, so a link cannot be shown here. Ask the operator of the service.',
      );
    const { secret, expiresAt } = await makePasswordReset(tx, {
      userId: user.id,
      createdBy: actorName(ctx.actor),
      ip: ctx.ip,
    });
    return {
      output: { user, link: resetLink(secret), expiresAt },
      audit: { objectKind: 'user', objectId: user.id, detail: { by: byMail ? 'mail' : 'shown' } },
    };
  });
  const { user, link, expiresAt } = made;
  const facts = {
    id: showId('user', user.id),
    object: 'password_reset' as const,
    expires_at: expiresAt.toISOString(),
  };
  if (!byMail) return { ...facts, delivery: 'shown', link };
  const { name, email } = user;
  const sent = await sendMail(passwordResetMail({ name, email, link, minutes: RESET_MINUTES }));
  return { ...facts, delivery: sent ? 'sent' : 'failed' };
}
