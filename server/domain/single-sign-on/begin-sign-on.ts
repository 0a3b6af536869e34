import { createStep } from '../../auth/sign-in-steps';
import { enterPerson } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { perform, type Operation } from '../../shared/perform';
import { MANAGE, organizationOf, requireProvider } from './access';
import type { BegunSignOn } from './contract';

/** A test of the whole flow, which signs no one in. @throws DomainError `not_found` (no provider) */
export const beginSignOnTest = (ctx: Context): Promise<BegunSignOn> =>
  begin(ctx, { action: 'begin_sign_on_test', kind: 'write', ...MANAGE, stepUp: true }, 'test_identity');

/**
 * Links the account at the provider to the user, who has recently signed in with a password or passkey.
 * @throws DomainError `not_found` (no provider), `forbidden` (signed in by single sign-on)
 */
export const beginIdentityLink = (ctx: Context): Promise<BegunSignOn> =>
  begin(
    ctx,
    { action: 'begin_identity_link', kind: 'auth', peopleOnly: true, stepUp: true },
    'link_identity',
  );

function begin(
  ctx: Context,
  operation: Operation<BegunSignOn>,
  purpose: 'test_identity' | 'link_identity',
): Promise<BegunSignOn> {
  return perform(ctx, operation, async (tx) => {
    await requireProvider(tx, ctx);
    if (purpose === 'link_identity' && ctx.session?.singleSignOn)
      throw new DomainError('forbidden', 'Your account is linked already: you signed in with it.');
    const { slug } = await organizationOf(tx, ctx);
    const userId = ctx.actor.id!;
    await enterPerson(tx, userId);
    const secret = await createStep(tx, { purpose, userId, sessionId: ctx.session!.id, ip: ctx.ip });
    await enterPerson(tx, null);
    ctx.session!.keepStep?.(secret);
    return {
      output: { object: 'begun_sign_on' as const, organization: slug },
      audit: { objectKind: 'user', objectId: userId },
    };
  });
}
