import { eq } from 'drizzle-orm';
import { withNewKey } from '../../auth/single-sign-on/token-keys';
import { databaseTime } from '../../db/clock';
import { identityProviders } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { MANAGE, presentSingleSignOn, requireProvider } from './access';
import type { SingleSignOn } from './contract';

/**
 * Creates the key to which the provider may encrypt tokens. The previous key still decrypts, an older one does not.
 * @throws DomainError `not_found` (no provider)
 */
export function createTokenKey(ctx: Context): Promise<SingleSignOn> {
  const operation = { action: 'create_token_key', kind: 'write', ...MANAGE, stepUp: true } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const row = await requireProvider(tx, ctx);
    await tx
      .update(identityProviders)
      .set({ tokenKeys: await withNewKey({ orgId, row }), updatedAt: databaseTime })
      .where(eq(identityProviders.orgId, orgId));
    return {
      output: await presentSingleSignOn(tx, ctx),
      audit: { objectKind: 'organization', objectId: orgId },
    };
  });
}
