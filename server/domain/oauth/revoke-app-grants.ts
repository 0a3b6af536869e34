import { and, eq, isNull } from 'drizzle-orm';
import { oauthConsents, oauthGrants } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findOauthApp, MANAGE } from '../oauth-apps/access';
import type { EndedGrants } from './contract';

/** Revokes all grants of the organization's users to the application at once. @throws DomainError `not_found` */
export function revokeAppGrants(ctx: Context, input: { id: string }): Promise<EndedGrants> {
  return perform(ctx, { action: 'revoke_app_grants', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const { id: appId } = await findOauthApp(tx, ctx, input.id, { lock: true });
    const ended = await tx
      .update(oauthGrants)
      .set({ revokedAt: new Date(), revokedReason: 'revoked_by_admin' })
      .where(and(eq(oauthGrants.orgId, orgId), eq(oauthGrants.appId, appId), isNull(oauthGrants.revokedAt)))
      .returning({ id: oauthGrants.id });
    await tx.delete(oauthConsents).where(and(eq(oauthConsents.orgId, orgId), eq(oauthConsents.appId, appId)));
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
