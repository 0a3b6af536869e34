import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { authSessions, identityProviders, organizations, userIdentities } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { MANAGE, requireProvider } from './access';

/** Deletes the settings and all links, and ends the sessions opened by single sign-on. @throws DomainError `not_found` */
export function deleteIdentityProvider(ctx: Context): Promise<void> {
  const operation = { action: 'delete_identity_provider', kind: 'write', ...MANAGE, stepUp: true } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    await requireProvider(tx, ctx);
    await tx
      .update(organizations)
      .set({ singleSignOnEnforced: false, breakGlassIds: [] })
      .where(eq(organizations.id, orgId));
    await tx.delete(identityProviders).where(eq(identityProviders.orgId, orgId));
    const links = await tx.delete(userIdentities).where(eq(userIdentities.orgId, orgId)).returning();
    const sessions = await tx
      .update(authSessions)
      .set({ revokedAt: new Date(), revokedReason: 'single_sign_on_changed' })
      .where(
        and(
          eq(authSessions.orgId, orgId),
          isNotNull(authSessions.identityId),
          isNull(authSessions.revokedAt),
        ),
      )
      .returning({ id: authSessions.id });
    return {
      output: undefined,
      audit: {
        objectKind: 'organization',
        objectId: orgId,
        detail: { links: links.length, sessions: sessions.length },
      },
    };
  });
}
