import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { SCOPES } from '../../auth/scopes';
import { oauthApps, oauthGrants } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import { showId } from '../ids';
import type { ConnectedApp, ConnectedAppList } from './contract';

/** The applications that act in the person's own name, newest first; what each may do, over all its grants. */
export function listConnectedApps(ctx: Context): Promise<ConnectedAppList> {
  return perform(ctx, { action: 'list_connected_apps', kind: 'list', peopleOnly: true }, async (tx) => {
    const { orgId } = ctx.actor;
    const rows = await tx
      .select({ grant: oauthGrants, name: oauthApps.name })
      .from(oauthGrants)
      .innerJoin(oauthApps, and(eq(oauthApps.orgId, orgId), eq(oauthApps.id, oauthGrants.appId)))
      .where(
        and(
          eq(oauthGrants.orgId, orgId),
          eq(oauthGrants.userId, ctx.actor.id!),
          isNull(oauthGrants.revokedAt),
          isNotNull(oauthGrants.activatedAt),
          gt(oauthGrants.expiresAt, new Date()),
        ),
      )
      .orderBy(desc(oauthGrants.id));
    const apps = new Map<string, ConnectedApp>();
    for (const { grant, name } of rows) {
      const known = apps.get(grant.appId);
      const scopes = SCOPES.filter((scope) => grant.scopes.includes(scope) || known?.scopes.includes(scope));
      apps.set(grant.appId, {
        id: showId('oauth_app', grant.appId),
        object: 'connected_app',
        name,
        scopes,
        // The rows come newest first: the last one seen is the first connection.
        connected_at: grant.createdAt.toISOString(),
        expires_at: known?.expires_at ?? grant.expiresAt.toISOString(),
      });
    }
    const data = [...apps.values()];
    return {
      output: { object: 'list' as const, data, has_more: false, next_cursor: null },
      audit: { objectKind: 'oauth_app', detail: { count: data.length } },
    };
  });
}
