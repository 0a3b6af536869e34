import { eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { identityProviders } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { MANAGE, presentSingleSignOn, requireProvider } from './access';
import type { SingleSignOn } from './contract';

/** Encrypted tokens are rejected from now on. @throws DomainError `not_found` (no provider) */
export function deleteTokenKeys(ctx: Context): Promise<SingleSignOn> {
  const operation = { action: 'delete_token_keys', kind: 'write', ...MANAGE, stepUp: true } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    await requireProvider(tx, ctx);
    await tx
      .update(identityProviders)
      .set({ tokenKeys: null, updatedAt: databaseTime })
      .where(eq(identityProviders.orgId, orgId));
    return {
      output: await presentSingleSignOn(tx, ctx),
      audit: { objectKind: 'organization', objectId: orgId },
    };
  });
}
