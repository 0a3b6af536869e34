import { and, eq, isNull } from 'drizzle-orm';
import { oauthConsents, oauthGrants } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findOauthApp } from '../oauth-apps/access';
import type { EndedGrants } from './contract';
import { showId } from '../../shared/ids';

/** Revokes all of the user's grants to the application at once. @throws DomainError `not_found` */
export function disconnectApp(ctx: Context, input: { id: string }): Promise<EndedGrants> {
  return perform(ctx, { action: 'disconnect_app', kind: 'write', peopleOnly: true }, async (tx) => {
    const { orgId } = ctx.actor;
    const userId = ctx.actor.id!;
    const { id: appId } = await findOauthApp(tx, ctx, input.id);
    const ended = await tx
      .update(oauthGrants)
      .set({ revokedAt: new Date(), revokedReason: 'revoked_by_person' })
      .where(
        and(
          eq(oauthGrants.orgId, orgId),
          eq(oauthGrants.userId, userId),
          eq(oauthGrants.appId, appId),
          isNull(oauthGrants.revokedAt),
        ),
      )
      .returning({ id: oauthGrants.id });
    await tx
      .delete(oauthConsents)
      .where(
        and(eq(oauthConsents.orgId, orgId), eq(oauthConsents.userId, userId), eq(oauthConsents.appId, appId)),
      );
    return {
      output: {
        id: showId('oauth_app', appId),
        object: 'ended_grants' as const,
        grants_ended: ended.length,
      },
      audit: { objectKind: 'oauth_app', objectId: appId, detail: { grants: ended.length } },
    };
  });
}
