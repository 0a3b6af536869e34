import { and, eq, isNull } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { oauthApps, oauthAppSecrets, oauthConsents, oauthGrants } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findOauthApp, MANAGE } from './access';
import type { OauthApp } from './contract';
import { presentOauthApp } from './present';

/** Also revokes all its grants. @throws DomainError `not_found` */
export function deleteOauthApp(ctx: Context, input: { id: string }): Promise<OauthApp> {
  return perform(ctx, { action: 'delete_oauth_app', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const { id } = await findOauthApp(tx, ctx, input.id, { lock: true });
    const now = new Date();
    const [row] = await tx
      .update(oauthApps)
      .set({ deletedAt: now, updatedAt: databaseTime })
      .where(and(eq(oauthApps.orgId, orgId), eq(oauthApps.id, id)))
      .returning();
    const ended = await tx
      .update(oauthGrants)
      .set({ revokedAt: now, revokedReason: 'app_deleted' })
      .where(and(eq(oauthGrants.orgId, orgId), eq(oauthGrants.appId, id), isNull(oauthGrants.revokedAt)))
      .returning({ id: oauthGrants.id });
    await tx.delete(oauthConsents).where(and(eq(oauthConsents.orgId, orgId), eq(oauthConsents.appId, id)));
    await tx
      .delete(oauthAppSecrets)
      .where(and(eq(oauthAppSecrets.orgId, orgId), eq(oauthAppSecrets.appId, id)));
    return {
      output: presentOauthApp(row!, { secrets: [], people: 0, createdByName: null }),
      audit: { objectKind: 'oauth_app', objectId: id, detail: { grants: ended.length } },
    };
  });
}
