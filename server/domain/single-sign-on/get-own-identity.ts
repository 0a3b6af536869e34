import { and, eq } from 'drizzle-orm';
import { identityProviders, userIdentities } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { organizationOf } from './access';
import type { OwnIdentity } from './contract';

export function getOwnIdentity(ctx: Context): Promise<OwnIdentity> {
  return perform(ctx, { action: 'get_own_identity', kind: 'read', peopleOnly: true }, async (tx) => {
    const { orgId, id } = ctx.actor;
    const { singleSignOnEnforced } = await organizationOf(tx, ctx);
    const [provider] = await tx.select().from(identityProviders).where(eq(identityProviders.orgId, orgId));
    const [identity] = await tx
      .select()
      .from(userIdentities)
      .where(
        and(
          eq(userIdentities.orgId, orgId),
          eq(userIdentities.userId, id!),
          eq(userIdentities.issuer, provider?.issuer ?? ''),
        ),
      );
    return {
      output: {
        object: 'own_identity' as const,
        available: provider?.enabled === true,
        enforced: singleSignOnEnforced,
        linked_at: identity?.createdAt.toISOString() ?? null,
        in_use: Boolean(ctx.session?.singleSignOn),
      },
      audit: { objectKind: 'user', objectId: id! },
    };
  });
}
